/** People who use the service all at once, in every way that changes something. */
import { setTimeout as delay } from 'node:timers/promises';
import { CharterApiError, type CharterClient, CharterConnectionError, createClient } from '@charter/sdk';
import {
  CALLERS,
  type Caller,
  GUARDED_MANIFEST,
  GUARDED_TEMPLATE,
  MANIFEST,
  NEWCOMER,
  TEMPLATE,
} from './callers.ts';
import type { KilledService } from './killed-service.ts';

/** What the names and texts of everything made here begin with. */
export const PREFIX = 'Call ';

/** Come into teams by calls alone. */
export const MEMBERS = ['105', '106', '107', '108', '111', '112'].map((number) => ({
  id: `4d657269-6469-4a6e-8000-000000000${number}`,
}));

/** Put into teams by policies. */
const PERMANENT_MEMBER = 'yara.nassar@meridian.example';

/** Calls under way at once. */
const CALLERS_AT_ONCE = 6;

interface Known {
  jobs: string[];
  teams: string[];
  channels: { team: string; channel: string }[];
  approvals: string[];
  hooks: string[];
  policies: string[];
}

type Call = () => Promise<unknown>;

/** One way to change something; undefined: there is nothing to do it with yet. */
type Act = (key: string) => Call | undefined;

/** Answers to calls whose object somebody else has just changed. */
const OVERTAKEN = [403, 404, 409];

/** `idempotencyKey` makes the repetition of an unanswered call the same call. */
const keyed = (idempotencyKey: string) => ({ idempotencyKey });

export class Crowd {
  readonly #service: KilledService;
  readonly #clients: Readonly<Record<string, CharterClient>>;
  readonly #known: Known = { jobs: [], teams: [], channels: [], approvals: [], hooks: [], policies: [] };
  readonly #done = new Map<string, number>();
  readonly #waiting: { calls: number; resolve: () => void }[] = [];
  #calls = 0;
  #stopped = false;
  /** Answers that nobody should get here. */
  readonly failures: string[] = [];
  /** `<type of record> <id of its target>`, of everything that the service said was done. */
  readonly acknowledged: string[] = [];

  private constructor(service: KilledService, clients: Record<string, CharterClient>) {
    this.#service = service;
    this.#clients = clients;
  }

  static async gather(service: KilledService): Promise<Crowd> {
    const callers: Caller[] = ['owner', 'member', 'admin', 'integrator'];
    const clients: Record<string, CharterClient> = {};
    for (const caller of callers) {
      const token = await service.token(CALLERS[caller].name);
      clients[caller] = createClient({ baseUrl: service.url, token, retry: false });
    }
    const crowd = new Crowd(service, clients);
    await crowd.#as('admin').catalog.applyCatalogTemplate({ manifest: MANIFEST });
    await crowd.#as('admin').catalog.applyCatalogTemplate({ manifest: GUARDED_MANIFEST });
    return crowd;
  }

  #as(caller: Caller): CharterClient {
    return this.#clients[caller] as CharterClient;
  }

  /** Ways that were never answered with success. */
  neverDone = (): string[] => Object.keys(this.#acts).filter((name) => !this.#done.has(name));

  /** Works while `meanwhile` runs, which may wait until so many more calls were made. */
  async work(meanwhile: (passed: (calls: number) => Promise<void>) => Promise<void>): Promise<void> {
    const busy = Array.from({ length: CALLERS_AT_ONCE }, (_, place) => this.#keepBusy(place));
    const passed = async (calls: number): Promise<void> => {
      await new Promise<void>((resolve) => this.#waiting.push({ calls: this.#calls + calls, resolve }));
      // Some moment of the calls that are under way now; which one does not matter.
      await delay((calls * 13) % 29);
    };
    try {
      await Promise.race([meanwhile(passed), Promise.all(busy)]);
      while (this.neverDone().length > 0 && this.#calls < 2_000) await passed(10);
    } finally {
      this.#stopped = true;
      await Promise.all(busy);
    }
  }

  async #keepBusy(place: number): Promise<void> {
    const names = Object.keys(this.#acts);
    for (let turn = place; !this.#stopped; turn += 1) {
      const name = names[(turn * 5 + place) % names.length] as string;
      const call = this.#acts[name]?.(`${name.replaceAll(' ', '-')}-${place}-${turn}`);
      if (call === undefined || (await this.#do(name, call))) continue;
      await this.#service.up;
      // What was not answered is asked again, as a client would.
      await this.#do(name, call);
    }
  }

  /** False when the service went away under it. */
  async #do(name: string, call: Call): Promise<boolean> {
    this.#calls += 1;
    for (const wait of this.#waiting.splice(0)) {
      if (this.#calls >= wait.calls) wait.resolve();
      else this.#waiting.push(wait);
    }
    try {
      await call();
      this.#done.set(name, (this.#done.get(name) ?? 0) + 1);
      return true;
    } catch (error) {
      if (error instanceof CharterConnectionError) return false;
      if (!(error instanceof CharterApiError)) throw error;
      if (!OVERTAKEN.includes(error.status))
        this.failures.push(`${name}: ${error.status} ${error.code} ${error.message}`);
      return true;
    }
  }

  #acknowledge(type: string, id: string): void {
    this.acknowledged.push(`${type} ${id}`);
  }

  /** What is done with one of the teams there are. */
  #withTeam(key: string, work: (team: string) => Promise<unknown>): Call | undefined {
    const { teams } = this.#known;
    const team = teams[hash(key) % Math.max(1, teams.length)];
    return team === undefined ? undefined : () => work(team);
  }

  async #ask(template: string, key: string) {
    const owners = [{ id: CALLERS.owner.name }];
    const members = [{ id: CALLERS.member.name }];
    const request = {
      template: { id: template },
      team: { name: PREFIX + key, membership: { owners, members } },
    };
    const { id, data } = await this.#as('owner').teams.createTeamProvisioningJob(request, keyed(key));
    this.#known.jobs.push(id);
    this.#acknowledge('team_provisioning_requested', id);
    return data;
  }

  /** What is said of one of the requests that wait. */
  #decide(type: string, say: (approval: string) => Promise<void>): Call | undefined {
    const approval = this.#known.approvals.shift();
    if (approval === undefined) return undefined;
    return async () => {
      await say(approval);
      this.#acknowledge(type, approval);
    };
  }

  readonly #acts: Record<string, Act> = {
    provision: (key) => () => this.#ask(TEMPLATE, key),
    'look at a job': () => {
      const id = this.#known.jobs.shift();
      return id === undefined ? undefined : () => this.#look(id);
    },
    'ask for approval': (key) => async () => {
      const { approval } = await this.#ask(GUARDED_TEMPLATE, key);
      this.#known.approvals.push(approval?.id ?? '');
      this.#acknowledge('team_creation_approval_requested', approval?.id ?? '');
    },
    approve: (key) =>
      this.#decide('team_creation_approved', (id) =>
        this.#as('member').approvals.approveTeamCreation(id, { message: 'Go' }, keyed(key)),
      ),
    reject: (key) =>
      this.#decide('team_creation_rejected', (id) =>
        this.#as('admin').approvals.rejectTeamCreation(id, { message: 'No' }, keyed(key)),
      ),
    withdraw: (key) =>
      this.#decide('team_creation_approval_cancelled', (id) =>
        this.#as('owner').approvals.cancelApproval(id, {}, keyed(key)),
      ),
    delegate: (key) =>
      this.#decide('team_creation_approval_delegated', (id) =>
        this.#as('member').approvals.delegateApproval(id, { deputy: { id: NEWCOMER } }, keyed(key)),
      ),
    'change a team': (key) =>
      this.#withTeam(key, (team) => this.#as('admin').teams.updateTeam(team, { description: PREFIX + key })),
    'add a member': (key) => {
      const user = MEMBERS[hash(key) % MEMBERS.length] as { id: string };
      return this.#withTeam(key, (team) =>
        this.#as('owner').teams.addTeamMember(team, { user, role: 'member' }, keyed(key)),
      );
    },
    'create a channel': (key) => this.#withTeam(key, (team) => this.#createChannel(team, key)),
    'create a tab': (key) => {
      const place = this.#known.channels.at(-1);
      return place && (() => this.#createTab(place, key));
    },
    archive: (key) =>
      this.#withTeam(key, (team) => this.#as('owner').teams.archiveTeam(team, {}, keyed(key))),
    unarchive: (key) =>
      this.#withTeam(key.slice('un'.length), (team) =>
        this.#as('owner').teams.unarchiveTeam(team, keyed(key)),
      ),
    delete: () => {
      // Some are left for the others to work with.
      const team = this.#known.teams.length > 3 ? this.#known.teams.shift() : undefined;
      return team === undefined ? undefined : () => this.#as('owner').teams.deleteTeam(team);
    },
    'apply a template': (key) => () => this.#applyTemplate(key),
    'write a policy': (key) => () => this.#createPolicy(key),
    'change a policy': (key) => this.#withPolicy((id) => this.#updatePolicy(id, key)),
    'give a policy to a team': (key) =>
      this.#withPolicy((id) =>
        this.#withTeam(key, (team) => this.#as('admin').policies.attachPolicy(id, team))?.(),
      ),
    'take a policy from a team': (key) =>
      this.#withPolicy((id) =>
        this.#withTeam(key, (team) => this.#as('admin').policies.detachPolicy(id, team))?.(),
      ),
    'delete a policy': () => {
      const id = this.#known.policies.length > 2 ? this.#known.policies.shift() : undefined;
      return id === undefined ? undefined : () => this.#deletePolicy(id);
    },
    'change a webhook': (key) => {
      const id = this.#known.hooks.at(-1);
      return id === undefined ? undefined : () => this.#updateHook(id, key);
    },
    'create a webhook': (key) => () => this.#createHook(key),
    'delete a webhook': () => {
      const id = this.#known.hooks.shift();
      return id === undefined ? undefined : () => this.#deleteHook(id);
    },
  };

  async #look(id: string): Promise<void> {
    this.#known.jobs.push(id);
    const { status, data } = await this.#as('admin').jobs.getJob(id);
    if (status !== 'completed' && status !== 'failed') return;
    this.#known.jobs.splice(this.#known.jobs.indexOf(id), 1);
    if (data.team && !this.#known.teams.includes(data.team.id)) this.#known.teams.push(data.team.id);
  }

  async #createChannel(team: string, key: string): Promise<void> {
    const payload = { displayName: PREFIX + key };
    const { id } = await this.#as('owner').channels.createTeamChannel(team, payload, keyed(key));
    this.#known.channels.push({ team, channel: id });
    this.#acknowledge('team_channel_created', id);
  }

  async #createTab({ team, channel }: Known['channels'][number], key: string): Promise<void> {
    const payload = { displayName: PREFIX + key, teamsApp: { id: 'com.microsoft.teamspace.tab.web' } };
    const { id } = await this.#as('owner').channels.createTeamChannelTab(team, channel, payload, keyed(key));
    this.#acknowledge('team_channel_tab_created', id);
  }

  #applyTemplate(key: string) {
    const { templateConfiguration } = MANIFEST;
    const changed = { id: 'killed-service', name: 'Killed service', description: key };
    const manifest = { ...MANIFEST, templateConfiguration: { ...templateConfiguration, ...changed } };
    return this.#as('admin').catalog.applyCatalogTemplate({ manifest }, keyed(key));
  }

  async #createHook(key: string): Promise<void> {
    const config = { url: 'https://hooks.meridian.example/', secret: 'kept-between-us' };
    const hook = { name: key, active: false, events: ['team_created' as const], config };
    const { id } = await this.#as('integrator').webhooks.createHook(hook, keyed(key));
    this.#known.hooks.push(id);
    this.#acknowledge('hook_created', id);
  }

  async #updateHook(id: string, key: string): Promise<void> {
    await this.#as('integrator').webhooks.updateHook(id, { description: key });
    this.#acknowledge('hook_updated', id);
  }

  /** What is done with the last policy but one, so that several do something with the same. */
  #withPolicy(work: (policy: string) => Promise<unknown> | undefined): Call | undefined {
    const policy = this.#known.policies.at(-2);
    return policy === undefined ? undefined : async () => work(policy);
  }

  async #createPolicy(key: string): Promise<void> {
    const settings = { owners: [], members: [PERMANENT_MEMBER] };
    const policy = {
      name: key,
      kind: 'permanentMembership' as const,
      scope: { type: 'teams' as const },
      settings,
    };
    const { id } = await this.#as('admin').policies.createPolicy(policy, keyed(key));
    this.#known.policies.push(id);
    this.#acknowledge('policy_created', id);
  }

  async #updatePolicy(id: string, key: string): Promise<void> {
    await this.#as('admin').policies.updatePolicy(id, { description: key });
    this.#acknowledge('policy_updated', id);
  }

  async #deletePolicy(id: string): Promise<void> {
    await this.#as('admin').policies.deletePolicy(id);
    this.#acknowledge('policy_deleted', id);
  }

  async #deleteHook(id: string): Promise<void> {
    await this.#as('integrator').webhooks.deleteHook(id);
    this.#acknowledge('hook_deleted', id);
  }
}

/** The same number for the same text. */
function hash(text: string): number {
  let value = 0;
  for (const letter of text) value = (value * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return value;
}
