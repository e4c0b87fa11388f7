/**
 * Teams in Microsoft 365 with guests whose access Charter governs. Tests let time pass and start the work explicitly.
 */

import { openAccessNode } from './access-node.ts';
import { FAULTLESS, type Fault, type Occasion } from './behaviour.ts';
import type { ExternalWorld } from './external-world.ts';
import { openExternalWorld } from './external-world.ts';

export const HOUR = 3_600;
export const DAY = 24 * HOUR;

const REMOVAL = 'DELETE /teams/{team}/members/{membership}';

/** A record of a removal: who removed the person, why, and by which policy or review. */
export type Removal = [actor: string, reason?: string, policyId?: string, reviewId?: string];

export type AccessWorld = Awaited<ReturnType<typeof openAccessWorld>>;

/** @param options tenantId: as for `createGraphWorld` */
export async function openAccessWorld(options: { tenantId?: string } = {}) {
  const world: ExternalWorld = await openExternalWorld(options);
  const { tenant, standIn } = world;
  const failures: unknown[] = [];
  const node = openAccessNode(world, (error) => failures.push(error));
  let guests = 0;

  return {
    ...world,
    world,
    node,
    /** Failures that the node has reported. */
    failures,

    /** Adds a guest to the directory. */
    invite(domain = 'partner.example'): string {
      const name = `guest${++guests}`;
      const user = {
        displayName: `Guest ${guests}`,
        mail: `${name}@${domain}`,
        userPrincipalName: `${name}_${domain}#EXT#@conformance.example`,
        userType: 'Guest',
      };
      return tenant.addUser(user, world.clock.now()).id;
    },

    /** Adds the person to the team in Microsoft 365. */
    addOutside: (team: string, person: string) =>
      world.externally('POST', `/groups/${team}/members/$ref`, {
        '@odata.id': `${standIn.url}/directoryObjects/${person}`,
      }),

    /** Removes the person from the team in Microsoft 365. */
    removeOutside: (team: string, person: string) =>
      world.externally('DELETE', `/groups/${team}/members/${person}/$ref`),

    isIn: (team: string, person: string): boolean => tenant.groups.get(team)!.members.has(person),

    /** Lets time pass. Charter reads the changes to the directory, and runs the due work. */
    async pass(seconds: number): Promise<void> {
      await world.refresh(seconds);
      await node.all();
    },

    /** Creates a team in Microsoft 365 that Charter knows, and adds the people there. */
    async teamWith(name: string, ...people: string[]): Promise<string> {
      const team = await world.newTeam(name);
      await this.pass(300);
      for (const person of people) await this.addOutside(team, person);
      return team;
    },

    /** Returns the stay of a guest, as the API shows it. */
    async stayOf(team: string, guest: string): Promise<{ end: string; sponsor: string } | undefined> {
      const { body } = await world.call('GET', `/teams/${team}/members`);
      const found = body.value.find(({ userId }: { userId: string }) => userId === guest);
      return found && { end: found.endDateTime, sponsor: found.sponsor?.id };
    },

    /** Returns the records of the removals of the person from the team, oldest first. */
    async removals(team: string, person: string): Promise<Removal[]> {
      const records = (await world.trail()).filter(
        ({ type, memberId, teamId }) =>
          type === 'team_member_removed' && memberId === person && teamId === team,
      );
      return records.map(({ actor, reason, policyId, reviewId }) => [
        actor.displayName,
        reason,
        policyId,
        reviewId,
      ]);
    },

    /** Registers a webhook for added and removed members, so that their events wait for a fan-out. */
    async watchDepartures(): Promise<void> {
      const { status, body } = await world.call('POST', '/hooks', {
        name: 'Departures',
        events: ['team_member_removed', 'team_member_added'],
        config: { verb: 'post', url: 'https://93.184.216.34/hook', content_type: 'json' },
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
    },

    /** Returns the number of the events about removals of the person. */
    removalEvents: async (person: string): Promise<number> =>
      (await world.notifiedTo(person)).filter((type) => type === 'team_member_removed').length,

    /** Returns the number of Ada's notifications of the kind about the team. */
    async notices(kind: string, team: string): Promise<number> {
      const { body } = await world.call('GET', '/notifications');
      return body.value.filter(
        (notice: { kind: string; team?: { id: string } }) => notice.kind === kind && notice.team?.id === team,
      ).length;
    },

    /** Returns Charter's calls that remove people from the team. */
    removalCalls: (team: string) =>
      standIn.calls.all.filter(
        ({ route, clientId, teamId }) => route === REMOVAL && clientId === 'charter' && teamId === team,
      ),

    /** Injects the faults into the next removals, one after the other. */
    injectIntoRemovals(...faults: Fault[]): void {
      const faultOf = ({ route }: Occasion) => (route === REMOVAL ? faults.shift() : undefined);
      standIn.behave({ ...FAULTLESS, faultOf });
    },

    /** Creates a policy for all teams. Returns its id. */
    async policy(kind: string, settings: object): Promise<string> {
      const { status, body } = await world.call('POST', '/policies', {
        name: `Policy ${kind}`,
        kind,
        settings,
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.id;
    },
  };
}
