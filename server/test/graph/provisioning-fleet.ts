/**
 * Provisioning by the real job runner and Graph suite on the stand-in. Requests are planned without faults; then
 * worker processes build the teams on virtual time.
 */

import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../src/domain/catalog/document.ts';
import { readManifest } from '../../src/domain/catalog/manifest.ts';
import type { JobRecord } from '../../src/engine/jobs/model.ts';
import type { Principal } from '../../src/engine/principal.ts';
import type { Store } from '../../src/engine/store.ts';
import { requestApprovals } from '../../src/flows/approvals/request-approval.ts';
import { createProvisioningJob } from '../../src/flows/provisioning/create-provisioning-job.ts';
import { suiteDeps } from '../../src/persistence/directory/index.ts';
import { createRuleEngine } from '../../src/rules/engine.ts';
import { permissionsFor } from '../../src/suites/graph/accounts/permissions.ts';
import { createGraphSuite, type GraphSuiteOptions } from '../../src/suites/graph/suite.ts';
import { storeTemplate } from '../catalog.ts';
import { createMigratedDatabase } from '../database.ts';
import { connectStore } from '../store.ts';
import type { ExpectedTeam } from './assertions.ts';
import { Fleet } from './fleet.ts';
import { type GraphStandIn, startGraphStandIn } from './stand-in.ts';
import type { Tenant } from './tenant.ts';
import { VirtualTime } from './virtual-time.ts';

export const START = new Date('2026-03-02T08:00:00Z');
/** Far later than the end of any run. Bounds runs whose jobs never complete. */
const LATEST = new Date('2026-03-16T08:00:00Z');
const TENANT = '84841066-274d-4ec0-a5c1-276be684bdd3';
const CLIENT = 'de8bc8b5-d9f9-48b1-a8ad-b748da725064';
const SECRET = 'a secret of the tests';

const PEOPLE = ['ada', ...Array.from({ length: 9 }, (_, index) => `person-${index + 1}`)];

const website = (displayName: string): JsonObject => ({
  displayName,
  'teamsApp@odata.bind':
    "https://graph.microsoft.com/v1.0/appCatalogs/teamsApps('com.microsoft.teamspace.tab.web')",
  configuration: {
    contentUrl: `https://example.org/${displayName.toLowerCase()}`,
    websiteUrl: `https://example.org/${displayName.toLowerCase()}`,
  },
});

/** Five channels and eight tabs. */
export const CHANNELS = [
  { displayName: 'Finance', description: 'Money', tabs: [website('Model'), website('Figures')] },
  { displayName: 'Legal', tabs: [website('Contract'), website('Claims')] },
  { displayName: 'Partners', membershipType: 'shared', tabs: [website('List')] },
  { displayName: 'Board', membershipType: 'private', tabs: [website('Minutes'), website('Votes')] },
  { displayName: 'Archive', tabs: [website('Index')] },
];

const TEMPLATE: JsonObject = {
  manifestVersion: '1.0',
  templateConfiguration: { id: 'room', name: 'Deal room', language: 'en-US' },
  newTeam: { teamPrivacy: 'private', addRequesterAsTeamOwner: true },
  initialization: { structure: { memberSettings: { allowDeleteChannels: false }, channels: CHANNELS } },
};

export interface ProvisioningFleet {
  time: VirtualTime;
  standIn: GraphStandIn;
  tenant: Tenant;
  fleet: Fleet;
  store: Store;
  /** The expected content of each requested team. */
  expected: ExpectedTeam[];
  /** Plans the teams and queues their jobs for now. */
  request(teams: number): Promise<void>;
  jobs(): Promise<JobRecord[]>;
  /** Advances time until all jobs have ended, and returns them. */
  finish(): Promise<JobRecord[]>;
  close(): Promise<void>;
}

export interface ProvisioningFleetOptions {
  workers: number;
  concurrency: number;
}

export async function startProvisioningFleet(options: ProvisioningFleetOptions): Promise<ProvisioningFleet> {
  const time = new VirtualTime(START);
  await using opened = new AsyncDisposableStack();
  const standIn = await startGraphStandIn({
    clock: time,
    tenants: [{ id: TENANT, displayName: 'Contoso', defaultDomain: 'contoso.com' }],
    isPlain: true,
  });
  opened.defer(() => standIn.stop());
  const tenant = standIn.tenants[0] as Tenant;
  const ids = PEOPLE.map(
    (name) =>
      tenant.addUser(
        { displayName: name, userPrincipalName: `${name}@contoso.com`, mail: `${name}@contoso.com` },
        START,
      ).id,
  );
  standIn.registrations.push({
    clientId: CLIENT,
    tenantId: TENANT,
    roles: permissionsFor().map(({ name }) => name),
    secret: SECRET,
  });
  const suiteOptions: GraphSuiteOptions = {
    cloud: { url: standIn.url, authority: standIn.authorityUrl },
    registrations: [{ tenant: TENANT, clientId: CLIENT, clientSecret: SECRET }],
  };

  const database = await createMigratedDatabase({ unaudited: true });
  opened.defer(() => database.drop());
  const jobIds: string[] = [];
  const fleet = new Fleet({ time, serviceUrl: database.serviceUrl, suite: suiteOptions, ...options });
  opened.defer(() => fleet.stop());
  const queue = {
    async send(
      _name: string,
      job: { tenantId: string; jobId: string },
      { startAfter }: { startAfter?: Date } = {},
    ) {
      fleet.enqueue(job, startAfter?.getTime() ?? time.now().getTime());
      return 'sent';
    },
  };
  const { store, suiteTenancy, close } = connectStore(database.serviceUrl, queue as never);
  opened.defer(close);
  const suite = createGraphSuite(suiteDeps(suiteTenancy, time), { ...suiteOptions, sleep: time.leap });
  await suite.refreshDirectory(TENANT);
  const { manifest, source, errors } = readManifest(TEMPLATE);
  if (manifest === undefined || source === undefined) throw new Error(JSON.stringify(errors));
  await storeTemplate(store, TENANT, {
    catalogTemplate: manifest.catalogTemplate,
    structure: manifest.structure,
    source,
  });

  const rules = createRuleEngine();
  opened.defer(() => rules.close());
  const ada = ids[0] as string;
  const principal: Principal = {
    tenantId: TENANT,
    kind: 'user',
    id: ada,
    displayName: 'Ada',
    roles: new Set(['AUTHENTICATED_USER']),
  };
  const expected: ExpectedTeam[] = [];
  const deps = {
    store,
    suite,
    rules,
    clock: time,
    approvals: requestApprovals({ suite, rules }, { approvalExpiryDays: 14 }),
    settings: { teamNameMaxLength: 264 },
  };

  async function requestOne(number: number): Promise<void> {
    const name = `Deal ${number}`;
    const [owner, ...members] = ids.slice(1) as [string, ...string[]];
    const membership = { owners: [{ id: owner }], members: members.map((id) => ({ id })) };
    const context = { requestId: randomUUID(), operationId: tenant.newId('job', name) };
    const request = { template: { id: 'room' }, team: { name, membership } };
    const job = await createProvisioningJob(deps, principal, context, request);
    jobIds.push(job.id);
    const tabs = CHANNELS.flatMap((channel) => channel.tabs.map((tab) => String(tab.displayName)));
    const channels = CHANNELS.map(({ displayName }) => displayName);
    expected.push({ team: name, channels, tabs, owners: [ada, owner], members });
  }

  const readJobs = async (): Promise<JobRecord[]> =>
    Promise.all(jobIds.map(async (id) => (await store.in(TENANT).jobs.find(id)) as JobRecord));

  const closing = opened.move();
  return {
    time,
    standIn,
    tenant,
    fleet,
    store,
    expected,
    jobs: readJobs,
    async request(teams) {
      for (let number = 1; number <= teams; number++) await requestOne(number);
    },
    async finish() {
      await fleet.start();
      await time.pass(() => fleet.isIdle || time.now() > LATEST);
      const jobs = await readJobs();
      const waiting = jobs.find(({ status }) => status === 'delayed' || status === 'active');
      if (waiting) throw new Error(`A job is still ${waiting.status}:\n${waiting.log.join('\n')}`);
      return jobs;
    },
    close: () => closing.disposeAsync(),
  };
}
