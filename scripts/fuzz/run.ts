/** Sends the requests of one lane in turn, and checks every response. */
import { randomUUID } from 'node:crypto';
import type { Dice } from '../../server/test/dice.ts';
import type { Objects, Owners } from './objects.ts';
import {
  type Fault,
  type FuzzRequest,
  type FuzzResponse,
  faultsOf,
  foreignObjectFaults,
  replayFaults,
  reuseFaults,
} from './oracle.ts';
import { listRequests, makeRequest, type RequestMaker } from './requests.ts';
import { SCENARIOS } from './scenarios.ts';

/** @throws Error when no response arrives */
export type Send = (request: FuzzRequest) => Promise<FuzzResponse>;

export interface FoundFault extends Fault {
  lane: number;
  /** Position of the request in its lane. */
  position: number;
  request: FuzzRequest;
}

export interface Lane {
  number: number;
  count: number;
  maker: RequestMaker;
  objects: Objects;
  owners: Owners;
  send: Send;
  /** Counts the responses by operation and status. */
  tally: (request: FuzzRequest, answer: FuzzResponse) => void;
  report: (found: FoundFault) => void;
}

/** One in this many POSTs with an idempotency key is repeated. */
const REPEATED = 2;
/** One in this many steps runs a scenario (scenarios.ts) instead of a single request. */
const SCENARIO_SHARE = 250;

export async function runLane(lane: Lane): Promise<void> {
  let sent = 0;
  for (const request of listRequests(lane.maker)) {
    const position = sent++;
    await exchange(lane, request, (faults) => reportAll(lane, position, request, faults));
  }
  // Runs the scenarios first, because random requests soon change the objects that prepare.ts has created for them.
  for (const scenario of SCENARIOS) sent += await runScenario(lane, sent, scenario);
  while (sent < lane.count) sent += await step(lane, sent);
}

function reportAll(lane: Lane, position: number, request: FuzzRequest, faults: Iterable<Fault>): void {
  for (const fault of faults) lane.report({ ...fault, lane: lane.number, position, request });
}

/** Makes one request, and its repetitions. Returns the number of sent requests. */
async function step(lane: Lane, position: number): Promise<number> {
  const { dice } = lane.maker;
  if (dice.below(SCENARIO_SHARE) === 0) return runScenario(lane, position, dice.of(SCENARIOS));
  const request = makeRequest(lane.maker);
  const hasKey = request.operation.method === 'POST' && dice.below(3) === 0;
  if (hasKey) request.headers['idempotency-key'] = keyOf(dice);
  const report = (faults: Iterable<Fault>, of: FuzzRequest) => reportAll(lane, position, of, faults);
  const first = await exchange(lane, request, report);
  if (!hasKey || first === undefined || dice.below(REPEATED) > 0) return 1;
  const second = await exchange(lane, request, report);
  if (second) report(replayFaults(first, second), request);
  const other = {
    ...request,
    body: '{"zzz":1}',
    headers: { ...request.headers, 'content-type': 'application/json' },
  };
  if (request.operation.body === undefined || request.body === undefined) return 2;
  const reused = await exchange(lane, other, report);
  if (reused) report(reuseFaults(first, reused), other);
  return 3;
}

/** Runs the scenario. Returns the number of sent requests. */
async function runScenario(
  lane: Lane,
  position: number,
  scenario: (typeof SCENARIOS)[number],
): Promise<number> {
  let sent = 0;
  await scenario(lane.maker, (request) => {
    sent += 1;
    return exchange(lane, request, (faults, of) => reportAll(lane, position, of, faults));
  });
  return sent;
}

/** The key does not depend on the seed: otherwise a repeated run would get replayed responses of the first one. */
const keyOf = (dice: Dice): string => (dice.below(30) === 0 ? 'ü' : randomUUID());

async function exchange(
  lane: Lane,
  request: FuzzRequest,
  report: (faults: Iterable<Fault>, request: FuzzRequest) => void,
): Promise<FuzzResponse | undefined> {
  const { owners, objects } = lane;
  const { tenant } = request.caller;
  const foreign = owners.foreignIn(request.path, tenant);
  owners.sent(request.path + (request.body ?? ''), tenant);
  const answer = await lane.send(request).catch((error: Error) => {
    report([{ kind: 'no answer', detail: `${error.message} ${String(error.cause ?? '')}` }], request);
    return undefined;
  });
  if (answer === undefined) return undefined;
  lane.tally(request, answer);
  report(faultsOf(request, answer, owners.leakedIn(answer.text, tenant)), request);
  if (foreign.length > 0) report(foreignObjectFaults(answer), request);
  objects.learn(request, answer);
  if (answer.status < 300) lane.maker.reached.add(request.operation.id);
  return answer;
}
