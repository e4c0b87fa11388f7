/** Sequences of requests that reach states which single requests do not. */
import { type FuzzCaller, type FuzzRequest, type FuzzResponse, mayCall, parseJson } from './oracle.ts';
import { CHANNELS, GUARDED, type RequestMaker } from './requests.ts';

/** Sends a request and checks its response. Returns undefined when none arrived. */
type Exchange = (request: FuzzRequest) => Promise<FuzzResponse | undefined>;

/** Maximum number of polls until the job ends. */
const MAX_READS = 20;

function requestFor(
  { operations }: RequestMaker,
  caller: FuzzCaller,
  id: string,
  params: Readonly<Record<string, string>>,
  body?: object,
): FuzzRequest {
  const operation = operations.find((each) => each.id === id);
  if (operation === undefined) throw new Error(`The description has no operation ${id}.`);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name);
  return {
    operation,
    caller,
    path,
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  };
}

/** Returns the id of the job that a response points to. */
const jobIn = (answer: FuzzResponse | undefined): string | undefined =>
  answer?.headers.get('location')?.split('/').at(-1);

const statusIn = (answer: FuzzResponse | undefined): unknown =>
  (parseJson(answer?.text ?? '') as { status?: unknown } | undefined)?.status;

const itemsIn = <Item>(answer: FuzzResponse | undefined): Item[] =>
  ((parseJson(answer?.text ?? '') ?? {}) as { value?: Item[] }).value ?? [];

const administratorsOf = ({ callers }: RequestMaker): FuzzCaller[] =>
  callers.filter(({ roles }) => roles.includes('GLOBAL_ADMIN'));

/**
 * Archives a team while it is deleted. Usually the team is gone when the job runs, so the job fails. It can then be
 * retried, by two calls at once.
 */
async function archiveDuringDeletion(maker: RequestMaker, exchange: Exchange): Promise<void> {
  const { dice, objects } = maker;
  const caller = dice.of(administratorsOf(maker));
  const params = objects.newest(caller.tenant, 'teamId');
  if (params === undefined) return;
  const [archived] = await Promise.all([
    exchange(requestFor(maker, caller, 'archiveTeam', params)),
    exchange(requestFor(maker, caller, 'deleteTeam', params)),
  ]);
  const jobId = jobIn(archived);
  if (jobId === undefined) return;
  let status: unknown;
  for (let reads = 0; reads < MAX_READS && status !== 'failed' && status !== 'completed'; reads += 1) {
    status = statusIn(await exchange(requestFor(maker, caller, 'getJob', { jobId })));
  }
  if (status !== 'failed') return;
  const retry = () => exchange(requestFor(maker, caller, 'retryJob', { jobId }));
  await Promise.all([retry(), retry()]);
}

/**
 * Requests a change that a second administrator must approve. The requester tries to approve it, then two decisions of
 * others race, and a last one comes too late.
 */
async function decideChange(maker: RequestMaker, exchange: Exchange): Promise<void> {
  const { dice, callers, objects, people } = maker;
  const requester = dice.of(administratorsOf(maker));
  const { tenant } = requester;
  const params = objects.newest(tenant, 'teamId');
  const change =
    params !== undefined && dice.below(2) === 0
      ? requestFor(maker, requester, 'createTeamBulkJob', {}, { action: 'delete', ids: [params.teamId] })
      : requestFor(maker, requester, 'assignRole', {
          principalId: dice.of(people.get(tenant) ?? []),
          role: dice.of(['GOVERNANCE_MANAGER', 'TEAMS_SERVICE_ADMIN']),
        });
  const jobId = jobIn(await exchange(change));
  if (jobId === undefined) return;
  const decide = (caller: FuzzCaller, id: string) =>
    exchange(requestFor(maker, caller, id, { jobId }, { message: 'Decided' }));
  await decide(requester, 'approveJob');
  const approve = requestFor(maker, requester, 'approveJob', {}).operation;
  const others = callers.filter(
    (each) => each.tenant === tenant && each !== requester && mayCall(approve, each),
  );
  if (others.length === 0) return;
  const ids = dice.of([
    ['approveJob', 'rejectJob'],
    ['rejectJob', 'approveJob'],
    ['approveJob', 'approveJob'],
  ] as const);
  await Promise.all(ids.map((id) => decide(dice.of(others), id)));
  await decide(dice.of(others), dice.of(ids));
}

/** Requests a team that needs an approval. Approvals and the requester's withdrawal run alone or race. */
async function decideRequest(maker: RequestMaker, exchange: Exchange): Promise<void> {
  const { dice, callers, objects, markOf } = maker;
  const people = callers.filter(({ kind }) => kind === 'user');
  const requester = dice.of(people);
  const { tenant } = requester;
  const before = objects.newest(tenant, 'approvalRequestId');
  await exchange(
    requestFor(
      maker,
      requester,
      'createTeamProvisioningJob',
      {},
      {
        template: { id: `${GUARDED}-${tenant}` },
        team: { name: `${markOf(tenant)} ${dice.below(100_000)}` },
      },
    ),
  );
  const params = objects.newest(tenant, 'approvalRequestId');
  if (params === undefined || params === before) return;
  const others = people.filter((each) => each.tenant === tenant && each !== requester);
  if (others.length === 0) return;
  const approve = () => exchange(requestFor(maker, dice.of(others), 'approveTeamCreation', params));
  const cancel = () => exchange(requestFor(maker, requester, 'cancelApproval', params));
  const calls = dice.of([[approve, cancel], [cancel], [approve], [approve, approve]]);
  await Promise.all(calls.map((call) => call()));
}

/** Attaches a policy to a team, and detaches it with two concurrent calls. */
async function attachAndDetach(maker: RequestMaker, exchange: Exchange): Promise<void> {
  const { dice, objects } = maker;
  const caller = dice.of(administratorsOf(maker));
  const params = {
    ...objects.newest(caller.tenant, 'teamId'),
    ...objects.newest(caller.tenant, 'policyId'),
  };
  if (params.teamId === undefined || params.policyId === undefined) return;
  await exchange(requestFor(maker, caller, 'attachPolicy', params));
  const detach = () => exchange(requestFor(maker, caller, 'detachPolicy', params));
  await Promise.all([detach(), detach()]);
}

/** Answers a request to own a team, as the person who is asked. The two answers race. */
async function answerOwnerRequest(maker: RequestMaker, exchange: Exchange): Promise<void> {
  const { dice, callers } = maker;
  for (const caller of callers.filter(({ kind }) => kind === 'user')) {
    const answer = await exchange(requestFor(maker, caller, 'getOwnerRequests', {}));
    const requests = itemsIn<{ id: string; status: string }>(answer);
    const pending = requests.filter(({ status }) => status === 'pending');
    if (pending.length === 0) continue;
    const params = { requestId: dice.of(pending).id };
    const ids = dice.of([
      ['acceptOwnerRequest', 'declineOwnerRequest'],
      ['declineOwnerRequest', 'acceptOwnerRequest'],
    ] as const);
    await Promise.all(ids.map((id) => exchange(requestFor(maker, caller, id, params))));
    return;
  }
}

/**
 * Has a person ask to join a public team. Then two administrators decide at once, or the person withdraws the request.
 */
async function decideJoinRequest(maker: RequestMaker, exchange: Exchange): Promise<void> {
  const { dice, callers, objects } = maker;
  const admin = dice.of(administratorsOf(maker));
  const team = objects.newest(admin.tenant, 'teamId');
  const others = callers.filter(
    (each) => each.kind === 'user' && each.tenant === admin.tenant && each !== admin,
  );
  if (team === undefined || others.length === 0) return;
  const person = dice.of(others);
  await exchange(requestFor(maker, admin, 'updateTeam', team, { visibility: 'public' }));
  const asked = await exchange(requestFor(maker, person, 'createJoinRequest', team, {}));
  const { id } = (parseJson(asked?.text ?? '') ?? {}) as { id?: string };
  if (id === undefined) return;
  const params = { requestId: id };
  const accept = () => exchange(requestFor(maker, admin, 'acceptJoinRequest', params, {}));
  const decline = () => exchange(requestFor(maker, admin, 'declineJoinRequest', params, {}));
  const withdraw = () => exchange(requestFor(maker, person, 'withdrawJoinRequest', params));
  const calls = dice.of([[accept, decline], [decline, accept], [withdraw, accept], [withdraw]]);
  await Promise.all(calls.map((call) => call()));
}

/** Requests a channel of the same name twice at once, after a check of the answers. */
async function requestChannel(maker: RequestMaker, exchange: Exchange): Promise<void> {
  const { dice, markOf } = maker;
  const admin = dice.of(administratorsOf(maker));
  const { tenant } = admin;
  const listed = await exchange(requestFor(maker, admin, 'getTeams', {}));
  const writable = itemsIn<{ id: string; isArchived: boolean }>(listed).filter(
    ({ isArchived }) => !isArchived,
  );
  if (writable.length === 0) return;
  const team = { teamId: dice.of(writable).id };
  const template = { id: `${CHANNELS}-${tenant}` };
  const channel = { name: `${markOf(tenant)} ${dice.below(100_000)}` };
  await exchange(requestFor(maker, admin, 'checkChannelAnswers', team, { template, channel }));
  const request = () =>
    exchange(requestFor(maker, admin, 'createTeamChannelRequest', team, { template, channel }));
  await Promise.all([request(), request()]);
}

/** Has two administrators allow the same channel that violates a policy. */
async function allowViolation(maker: RequestMaker, exchange: Exchange): Promise<void> {
  const { dice } = maker;
  const caller = dice.of(administratorsOf(maker));
  const listed = await exchange(requestFor(maker, caller, 'getChannelViolations', {}));
  const violations = itemsIn<{ id: string; status: string }>(listed);
  const scheduled = violations.filter(({ status }) => status === 'scheduled');
  if (scheduled.length === 0) return;
  const params = { violationId: dice.of(scheduled).id };
  const allow = () => exchange(requestFor(maker, caller, 'allowChannel', params));
  await Promise.all([allow(), allow()]);
}

export const SCENARIOS: readonly ((maker: RequestMaker, exchange: Exchange) => Promise<void>)[] = [
  answerOwnerRequest,
  archiveDuringDeletion,
  decideChange,
  decideRequest,
  attachAndDetach,
  decideJoinRequest,
  requestChannel,
  allowViolation,
];
