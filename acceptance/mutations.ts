/** Every mutation of the API: each kind of call that changes state. */
import type { CharterClient } from '@charter/sdk';
import {
  CALLERS,
  type Caller,
  GUARDED_MANIFEST,
  GUARDED_TEMPLATE,
  MANIFEST,
  NEWCOMER,
  TEMPLATE,
} from './callers.ts';

/** Prefix of the names and descriptions that the calls give to teams, channels and tabs. */
export const CALL_PREFIX = 'Call ';

/** People who join teams only through calls. */
export const MEMBERS = ['105', '106', '107', '108', '111', '112'].map((number) => ({
  id: `4d657269-6469-4a6e-8000-000000000${number}`,
}));

/** Person whom a policy adds to teams. */
const PERMANENT_MEMBER = 'yara.nassar@meridian.example';

/** Objects that mutations can use. */
interface Known {
  jobs: string[];
  teams: string[];
  channels: { team: string; channel: string }[];
  approvals: string[];
  hooks: string[];
  policies: string[];
}

const nothing = (): Known => ({ jobs: [], teams: [], channels: [], approvals: [], hooks: [], policies: [] });

/** Resolves with `{ jobId }` for a call whose job the caller can wait for. */
export type PreparedCall = () => Promise<unknown>;

/** Prepares a call with this unique key. Returns undefined when there is no object for the call. */
export type Mutation = (key: string) => PreparedCall | undefined;

/** With the same key, a call that is repeated after a lost response has one effect. */
const keyed = (idempotencyKey: string) => ({ idempotencyKey });

export class Mutations {
  readonly #as: (caller: Caller) => CharterClient;
  #known: Known = nothing();
  /** `<record type> <target id>` of each acknowledged change. */
  readonly acknowledged: string[] = [];

  constructor(as: (caller: Caller) => CharterClient) {
    this.#as = as;
  }

  /** Creates the templates that the mutations need. */
  async prepare(): Promise<void> {
    const { catalog } = this.#as('admin');
    for (const manifest of [MANIFEST, GUARDED_MANIFEST, changedManifest('New')]) {
      await catalog.applyCatalogTemplate({ manifest });
    }
  }

  /** Discards all known objects, so that later calls use only new ones. */
  beginAnew(): void {
    this.#known = nothing();
  }

  #acknowledge(type: string, id: string): void {
    this.acknowledged.push(`${type} ${id}`);
  }

  /** Prepares a call for one of the teams. */
  #withTeam(key: string, work: (team: string) => Promise<unknown>): PreparedCall | undefined {
    const { teams } = this.#known;
    const team = teams[hash(key) % Math.max(1, teams.length)];
    return team === undefined ? undefined : () => work(team);
  }

  async #ask(template: string, key: string) {
    const owners = [{ id: CALLERS.owner.name }];
    const members = [{ id: CALLERS.member.name }];
    const request = {
      template: { id: template },
      team: { name: CALL_PREFIX + key, membership: { owners, members } },
    };
    const { id, data } = await this.#as('owner').teams.createTeamProvisioningJob(request, keyed(key));
    this.#known.jobs.push(id);
    this.#acknowledge('team_provisioning_requested', id);
    return { jobId: id, approval: data.approval?.id ?? '' };
  }

  /** Prepares a decision about a pending approval. */
  #decide(type: string, say: (approval: string) => Promise<void>): PreparedCall | undefined {
    const approval = this.#known.approvals.shift();
    if (approval === undefined) return undefined;
    return async () => {
      await say(approval);
      this.#acknowledge(type, approval);
    };
  }

  readonly acts: Readonly<Record<string, Mutation>> = {
    provision: (key) => () => this.#ask(TEMPLATE, key),
    'look at a job': () => {
      const id = this.#known.jobs.shift();
      return id === undefined ? undefined : () => this.#look(id);
    },
    'ask for approval': (key) => async () => {
      const { approval } = await this.#ask(GUARDED_TEMPLATE, key);
      this.#known.approvals.push(approval);
      this.#acknowledge('team_creation_approval_requested', approval);
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
    'change a team': (key) => {
      let asked = false;
      return this.#withTeam(key, async (team) => {
        const isRepeat = asked;
        asked = true;
        await this.#as('admin').teams.updateTeam(team, { description: CALL_PREFIX + key });
        // A repeated call also succeeds when the first one has changed the team. Recovery then records the change,
        // unless the team is deleted first.
        if (!isRepeat) this.#acknowledge('team_updated', team);
      });
    },
    'add a member': (key) => this.#withTeam(key, (team) => this.#addMember(team, key)),
    'create a channel': (key) => this.#withTeam(key, (team) => this.#createChannel(team, key)),
    'create a tab': (key) => {
      const place = this.#known.channels.at(-1);
      return place && (() => this.#createTab(place, key));
    },
    archive: (key) =>
      this.#withTeam(key, async (team) => {
        const job = await this.#as('owner').teams.archiveTeam(team, {}, keyed(key));
        this.#acknowledge('team_archive_requested', team);
        return job;
      }),
    unarchive: (key) =>
      this.#withTeam(key.slice('un'.length), async (team) => {
        const job = await this.#as('owner').teams.unarchiveTeam(team, keyed(key));
        this.#acknowledge('team_unarchive_requested', team);
        return job;
      }),
    delete: () => {
      // Leaves some teams for the other mutations.
      const team = this.#known.teams.length > 3 ? this.#known.teams.shift() : undefined;
      return team === undefined ? undefined : () => this.#deleteTeam(team);
    },
    'apply a template': (key) => () => this.#applyTemplate(key),
    'write a policy': (key) => () => this.#createPolicy(key),
    'change a policy': (key) => this.#withPolicy((id) => () => this.#updatePolicy(id, key)),
    'give a policy to a team': (key) =>
      this.#withPolicy((id) => this.#withTeam(key, (team) => this.#attachPolicy(id, team))),
    'take a policy from a team': (key) =>
      this.#withPolicy((id) => this.#withTeam(key, (team) => this.#detachPolicy(id, team))),
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
    if (!data.team || this.#known.teams.includes(data.team.id)) return;
    this.#known.teams.push(data.team.id);
    this.#acknowledge('team_created', data.team.id);
  }

  async #deleteTeam(team: string): Promise<void> {
    await this.#as('owner').teams.deleteTeam(team);
    this.#acknowledge('team_deleted', team);
  }

  async #addMember(team: string, key: string): Promise<void> {
    const user = MEMBERS[hash(key) % MEMBERS.length] as { id: string };
    const membership = { user, role: 'member' as const };
    const { userId } = await this.#as('owner').teams.addTeamMember(team, membership, keyed(key));
    this.#acknowledge('team_member_added', userId);
  }

  async #createChannel(team: string, key: string): Promise<void> {
    const payload = { displayName: CALL_PREFIX + key };
    const { id } = await this.#as('owner').channels.createTeamChannel(team, payload, keyed(key));
    this.#known.channels.push({ team, channel: id });
    this.#acknowledge('team_channel_created', id);
  }

  async #createTab({ team, channel }: Known['channels'][number], key: string): Promise<void> {
    const payload = { displayName: CALL_PREFIX + key, teamsApp: { id: 'com.microsoft.teamspace.tab.web' } };
    const { id } = await this.#as('owner').channels.createTeamChannelTab(team, channel, payload, keyed(key));
    this.#acknowledge('team_channel_tab_created', id);
  }

  async #applyTemplate(key: string): Promise<void> {
    const manifest = changedManifest(key);
    await this.#as('admin').catalog.applyCatalogTemplate({ manifest }, keyed(key));
    this.#acknowledge('template_updated', manifest.templateConfiguration.id);
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

  /** Prepares a call for the last but one policy, so that several mutations use the same one. */
  #withPolicy(work: (policy: string) => PreparedCall | undefined): PreparedCall | undefined {
    const policy = this.#known.policies.at(-2);
    return policy === undefined ? undefined : work(policy);
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

  async #attachPolicy(id: string, team: string): Promise<void> {
    await this.#as('admin').policies.attachPolicy(id, team);
    this.#acknowledge('policy_attached', id);
  }

  async #detachPolicy(id: string, team: string): Promise<void> {
    await this.#as('admin').policies.detachPolicy(id, team);
    this.#acknowledge('policy_detached', id);
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

/** Returns a manifest with this description, so that each application changes the template. */
function changedManifest(description: string) {
  const { templateConfiguration } = MANIFEST;
  const changed = { id: 'killed-service', name: 'Killed service', description };
  return { ...MANIFEST, templateConfiguration: { ...templateConfiguration, ...changed } };
}

/** Returns a hash code of the text. */
function hash(text: string): number {
  let value = 0;
  for (const letter of text) value = (value * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return value;
}
