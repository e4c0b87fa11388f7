/** A sequence of requests for a state that single requests do not reach: a job that fails at a step, and its retry. */
import { type FuzzAnswer, type FuzzCaller, type FuzzRequest, parse } from './oracle.ts';
import type { RequestMaker } from './requests.ts';

/** Sends a request and checks its response. Returns undefined when none arrived. */
type Exchange = (request: FuzzRequest) => Promise<FuzzAnswer | undefined>;

/** Maximum number of polls until the job ends. */
const MOST_READS = 20;

function requestFor(
  { operations }: RequestMaker,
  caller: FuzzCaller,
  id: string,
  params: Readonly<Record<string, string>>,
): FuzzRequest {
  const operation = operations.find((each) => each.id === id);
  if (operation === undefined) throw new Error(`The description has no operation ${id}.`);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name);
  return { operation, caller, path, headers: { accept: 'application/json' }, body: undefined };
}

/** Returns the id of the job that a response points to. */
const jobIn = (answer: FuzzAnswer | undefined): string | undefined =>
  answer?.headers.get('location')?.split('/').at(-1);

const statusIn = (answer: FuzzAnswer | undefined): unknown =>
  (parse(answer?.text ?? '') as { status?: unknown } | undefined)?.status;

/**
 * Archives a team while it is deleted. Usually the team is gone when the job runs, so the job fails. It can then be
 * retried, by two calls at once.
 */
export async function archiveDuringDeletion(maker: RequestMaker, exchange: Exchange): Promise<void> {
  const { dice, callers, objects } = maker;
  const caller = dice.of(callers.filter(({ roles }) => roles.includes('GLOBAL_ADMIN')));
  const params = objects.newest(caller.tenant, 'teamId');
  if (params === undefined) return;
  const [archived] = await Promise.all([
    exchange(requestFor(maker, caller, 'archiveTeam', params)),
    exchange(requestFor(maker, caller, 'deleteTeam', params)),
  ]);
  const jobId = jobIn(archived);
  if (jobId === undefined) return;
  let status: unknown;
  for (let reads = 0; reads < MOST_READS && status !== 'failed' && status !== 'completed'; reads += 1) {
    status = statusIn(await exchange(requestFor(maker, caller, 'getJob', { jobId })));
  }
  if (status !== 'failed') return;
  const retry = () => exchange(requestFor(maker, caller, 'retryJob', { jobId }));
  await Promise.all([retry(), retry()]);
}
