/** A stand-in with one tenant of two people and a signed-in client, for tests of the stand-in. */
import { TestClock } from '../clock.ts';
import type { Behaviour } from './behaviour.ts';
import { createClient, type GraphClient, type Response } from './client.ts';
import { type GraphStandIn, startGraphStandIn } from './stand-in.ts';
import type { Tenant } from './tenant.ts';

export const START = new Date('2026-03-02T08:00:00Z');

/** Application permissions for every endpoint of the stand-in except messages and activity feeds. */
const ALL_ROLES = [
  'AppCatalog.Read.All',
  'Channel.Create',
  'Channel.Delete.All',
  'Channel.ReadBasic.All',
  'ChannelMember.ReadWrite.All',
  'ChannelSettings.ReadWrite.All',
  'Directory.Read.All',
  'Files.ReadWrite.All',
  'Group.Read.All',
  'Group.ReadWrite.All',
  'Organization.Read.All',
  'Reports.Read.All',
  'SensitivityLabels.Read.All',
  'Sites.Manage.All',
  'Sites.ReadWrite.All',
  'Tasks.ReadWrite.All',
  'Team.ReadBasic.All',
  'TeamMember.ReadWrite.All',
  'TeamSettings.ReadWrite.All',
  'TeamsAppInstallation.ReadWriteForTeam.All',
  'TeamsTab.ReadWrite.All',
  'User.Read.All',
];

export const bindUser = (id: string): string => `https://graph.microsoft.com/v1.0/users('${id}')`;

export interface StandInWorld {
  clock: TestClock;
  standIn: GraphStandIn;
  tenant: Tenant;
  graph: GraphClient;
  adele: string;
  alex: string;
  upsert(uniqueName: string, more?: object): Promise<Response>;
  /** Creates a team whose owner is Adele, and returns its id. */
  newTeam(uniqueName: string): Promise<string>;
}

export async function createStandInWorld(options: { behaviour?: Behaviour } = {}): Promise<StandInWorld> {
  const clock = new TestClock(START);
  const standIn = await startGraphStandIn({
    clock,
    tenants: [{ displayName: 'Contoso', defaultDomain: 'contoso.com' }],
    isPlain: true,
    ...options,
  });
  const tenant = standIn.tenants[0] as Tenant;
  const person = (displayName: string, name: string): string => {
    const address = `${name}@contoso.com`;
    return tenant.addUser({ displayName, userPrincipalName: address, mail: address }, START).id;
  };
  const adele = person('Adele Vance', 'adelev');
  const alex = person('Alex Wilber', 'alexw');
  const registration = { clientId: 'charter', tenantId: tenant.id, roles: ALL_ROLES, secret: 'a secret' };
  standIn.registrations.push(registration);
  const graph = await createClient(standIn, registration);

  const upsert = (uniqueName: string, more: object = {}): Promise<Response> =>
    graph.call(
      'PATCH',
      `/groups(uniqueName='${uniqueName}')`,
      {
        description: 'Self help community for golf',
        displayName: 'Golf Assist',
        groupTypes: ['Unified'],
        mailEnabled: true,
        mailNickname: uniqueName,
        securityEnabled: false,
        'owners@odata.bind': [`https://graph.microsoft.com/v1.0/users/${adele}`],
        ...more,
      },
      { prefer: 'create-if-missing' },
    );

  return {
    clock,
    standIn,
    tenant,
    graph,
    adele,
    alex,
    upsert,
    async newTeam(uniqueName) {
      const { body } = await upsert(uniqueName);
      const made = await graph.call('PUT', `/groups/${body.id}/team`, {});
      if (made.status !== 201) throw new Error(JSON.stringify(made.body));
      clock.advance(5);
      return body.id;
    },
  };
}
