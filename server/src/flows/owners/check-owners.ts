/**
 * Compares the owners of a governed team with its policy, and takes the next step of the search for further owners
 * (docs/owners.md). The check of the team calls it under the team's lease (flows/restoration). Writes compare the
 * revision of the search, so that they do not overwrite an answer or the write of another node.
 */
import { type OwnerRules, ownerRulesOf } from '../../domain/policies/kinds/owners.ts';
import {
  type AppliedPolicy,
  type GovernanceFacts,
  type Policy,
  policiesFor,
  policiesOfKind,
  reportedFor,
} from '../../domain/policies/model.ts';
import { reportRecords } from '../../domain/policies/policy-records.ts';
import type { Deps } from '../../engine/deps.ts';
import type { NewEvent } from '../../engine/events/model.ts';
import { isFinalRejection } from '../../engine/intents/perform.ts';
import { type Cause, SYSTEM_ACTOR } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import { newId } from '../../kernel/ids.ts';
import { type Message, say } from '../../kernel/messages.ts';
import { type Appointment, appointOwner } from './appoint-owner.ts';
import { findCandidates, findEligiblePeople, findFallback, namesOf } from './candidates.ts';
import { decideStep, needsPeople, resolveAtEnd, type SearchStep } from './decide.ts';
import {
  ownerAppointmentFailed,
  ownerLimitExceeded,
  ownerRequestExpired,
  ownerRequested,
  ownerRequestWithdrawn,
  ownerSearchEnded,
  ownerSearchExhausted,
  ownerSearchStarted,
} from './events.ts';
import type { Candidate, EndReason, OwnerRequest, OwnerSearch, RequestStatus, SearchState } from './model.ts';
import type { OwnerSituation } from './ports.ts';
import { newOwnerRequest, ownerRequestNotification, requestFact } from './requests.ts';

/** Maximum number of passes of one check. Another pass follows each appointment, even if the suite rejects it. */
const MAX_PASSES = 10;

interface Team {
  id: string;
  displayName: string;
}

/** A policy for owners that applies to a team, in force or in the mode `report`. */
type OwnersPolicy = AppliedPolicy<'owners'>;

/** Returns the policy that applies to the owners of a team; one in force before one that only reports. */
export function ownersPolicyFor(
  policies: readonly Policy[],
  team: GovernanceFacts,
): OwnersPolicy | undefined {
  const [enforced] = policiesOfKind(policiesFor(policies, team), 'owners');
  const [reported] = policiesOfKind(reportedFor(policies, team), 'owners');
  return enforced ?? reported;
}

/**
 * Returns how the number of owners who can act violates the policy's minimum or maximum; undefined when the team
 * complies. Owners who can't act do not count, because the search appoints successors for them.
 */
function deviationOf(
  { minimumOwners, maximumOwners }: OwnerRules,
  { ableIds: { length: ownerCount } }: OwnerSituation,
): { isMissing: boolean; ownerCount: number; limit: number } | undefined {
  if (ownerCount < minimumOwners) return { isMissing: true, ownerCount, limit: minimumOwners };
  if (maximumOwners === undefined || ownerCount <= maximumOwners) return undefined;
  return { isMissing: false, ownerCount, limit: maximumOwners };
}

type Deviation = NonNullable<ReturnType<typeof deviationOf>>;

/** Returns the finding of a policy in the mode `report`. */
const findingOf = ({ isMissing, ownerCount: count, limit }: Deviation): Message =>
  isMissing
    ? say(
        'owners.tooFew',
        'The team has {count, plural, =0 {no owner} one {one owner} other {# owners}} who can act. The policy asks for at least {limit}.',
        { count, limit },
      )
    : say('owners.tooMany', 'The team has {count} owners. The policy allows at most {limit}.', {
        count,
        limit,
      });

/** The inputs that all writes of one team's check share. */
interface Check {
  deps: Deps;
  tenantId: string;
  team: Team;
  policy: OwnersPolicy | undefined;
  cause: Cause;
  at: Date;
}

/** Writes in one transaction. Returns false, and writes nothing, when the search has changed since it was read. */
const write = ({ deps, tenantId }: Check, work: (unit: UnitOfWork) => Promise<boolean>): Promise<boolean> =>
  deps.store.transaction(tenantId, work);

const append = (unit: UnitOfWork, { cause, at }: Check, events: readonly NewEvent[]): Promise<void> =>
  events.length === 0
    ? Promise.resolve()
    : unit.events.append(
        events.map((event) => ({ ...event, ...cause })),
        at,
      );

const ofTeam = (team: Team) => ({ target: { type: 'team', ...team }, payload: { team } }) as const;

const stateOf = ({ mode }: Pick<Policy, 'mode'>, { isMissing }: Deviation): SearchState => {
  if (mode === 'report') return 'reported';
  return isMissing ? 'searching' : 'exceeded';
};

/** Starts a search. A policy in the mode `report` asks nobody, so its finding is recorded instead. */
async function start(check: Check, policy: OwnersPolicy, deviation: Deviation): Promise<boolean> {
  const { team, cause, at } = check;
  const { ownerCount, limit } = deviation;
  const state = stateOf(policy, deviation);
  const { id, name } = policy;
  const source = { id, name };
  return write(check, async (unit) => {
    const isStarted = await unit.ownerSearches.start({
      teamId: team.id,
      id: newId(),
      policyId: id,
      state,
      ownerCount,
      limit,
      startedAt: at,
      dueAt: state === 'searching' ? at : null,
      revision: 1,
    });
    if (!isStarted) return false;
    if (state === 'reported') {
      const report = { policy: 'owners' as const, source, ...findingOf(deviation) };
      await unit.audit.append(reportRecords(cause, team, [report]), at);
      return true;
    }
    const kind = state === 'searching' ? ownerSearchStarted : ownerLimitExceeded;
    const { target, payload } = ofTeam(team);
    const event = kind.happened({ target, payload: { ...payload, policy: source, ownerCount, limit } });
    await append(unit, check, [event]);
    return true;
  });
}

async function notifyOwner(unit: UnitOfWork, { team, at }: Check, addresseeId: string): Promise<void> {
  const facts = { teamId: team.id, teamName: team.displayName };
  await unit.notifications.add([{ id: newId(), addresseeId, kind: 'owner_appointed', facts }], at);
}

/**
 * Closes requests, each with an event. An appointment has no event here, because the change to the team has one; the
 * person is notified instead.
 * @param nameOf returns the name of a person for the event
 */
async function resolve(
  unit: UnitOfWork,
  check: Check,
  resolved: SearchStep['resolved'],
  nameOf: (personId: string) => string,
): Promise<void> {
  const kinds = {
    expired: ownerRequestExpired,
    withdrawn: ownerRequestWithdrawn,
    failed: ownerAppointmentFailed,
  };
  for (const { request, status } of resolved) {
    const [changed] = await unit.ownerSearches.resolve([request.id], request.status, status, check.at);
    if (changed === undefined) continue;
    if (status === 'appointed') await notifyOwner(unit, check, request.personId);
    if (!(status in kinds)) continue;
    await append(unit, check, [
      kinds[status as keyof typeof kinds].happened(
        requestFact(check.team, request, nameOf(request.personId)),
      ),
    ]);
  }
}

/** Ends the search. Its open requests end with it. */
async function end(
  check: Check,
  { search, requests, ableIds }: OwnerSituation,
  reason: EndReason,
): Promise<boolean> {
  const { deps, tenantId, team } = check;
  if (search === undefined) return false;
  const resolved = resolveAtEnd(requests, new Set(ableIds));
  const nameOf = await namesOf(
    deps,
    tenantId,
    resolved.map(({ request }) => request),
  );
  return write(check, async (unit) => {
    if (!(await unit.ownerSearches.end(search))) return false;
    await resolve(unit, check, resolved, nameOf);
    // A search in the state `reported` had no event at its start, so it has none at its end.
    if (search.state === 'reported') return true;
    const { target, payload } = ofTeam(team);
    await append(unit, check, [ownerSearchEnded.happened({ target, payload: { ...payload, reason } })]);
    return true;
  });
}

interface WrittenStep {
  isWritten: boolean;
  /** Requests whose people are to be appointed now, with their names. */
  appointed: { request: OwnerRequest; displayName: string }[];
}

async function writeStep(
  check: Check,
  search: OwnerSearch,
  policy: OwnersPolicy,
  step: SearchStep,
): Promise<WrittenStep> {
  const { deps, tenantId, team, at } = check;
  const { answerDays } = ownerRulesOf(policy.settings);
  const nameOf = await namesOf(deps, tenantId, [
    ...step.resolved.map(({ request }) => request),
    ...step.accepted,
  ]);
  const asked = step.asked.map((person) => ({
    person,
    request: newOwnerRequest(search, person, { at, answerDays }),
  }));
  const chosen = step.chosen.map((person) => ({
    displayName: person.displayName,
    request: newOwnerRequest(search, person, { at, answerDays }),
  }));
  const accepted = step.accepted.map((request) => ({ request, displayName: nameOf(request.personId) }));
  const appointed = [...accepted, ...chosen];
  const isExhausted = step.state === 'exhausted' && search.state !== 'exhausted';
  const isNew = step.resolved.length + step.reminded.length + asked.length + chosen.length > 0;
  const isTimeSet = search.dueAt !== null && search.dueAt > at;
  if (!isNew && step.state === search.state && isTimeSet) return { isWritten: true, appointed };
  const isWritten = await write(check, async (unit) => {
    const { state, dueAt } = step;
    if (!(await unit.ownerSearches.change(search, { state, dueAt }))) return false;
    await resolve(unit, check, step.resolved, nameOf);
    await unit.ownerSearches.addRequests([...asked, ...chosen].map(({ request }) => request));
    await unit.ownerSearches.markReminded(
      step.reminded.map(({ id }) => id),
      at,
    );
    await append(
      unit,
      check,
      asked.map(({ person, request }) =>
        ownerRequested.happened(requestFact(team, request, person.displayName)),
      ),
    );
    await unit.notifications.add(
      [
        ...asked.map(({ request }) => ownerRequestNotification('owner_requested', team, request)),
        ...step.reminded.map((request) => ownerRequestNotification('owner_request_reminder', team, request)),
      ],
      at,
    );
    if (!isExhausted) return true;
    const { id, name } = policy;
    const { ownerCount, limit } = search;
    const { target, payload } = ofTeam(team);
    const facts = { ...payload, policy: { id, name }, ownerCount, limit };
    await append(unit, check, [ownerSearchExhausted.happened({ target, payload: facts })]);
    const fact = { teamId: team.id, teamName: team.displayName };
    await unit.notifications.addForAdministrators({ kind: 'owner_search_exhausted', facts: fact }, at);
    return true;
  });
  return { isWritten, appointed };
}

/** Appoints a person. Records a final rejection by the suite, so that the search continues. */
async function appoint(
  check: Check,
  { id, name }: OwnersPolicy,
  { request, displayName }: WrittenStep['appointed'][number],
): Promise<void> {
  const { deps, tenantId, team } = check;
  const { id: requestId, source, expiresAt, personId } = request;
  const appointment: Appointment = {
    eventId: newId(),
    team,
    person: { id: personId, displayName },
    policy: { id, name },
    request: { id: requestId, source, expiresDateTime: expiresAt.toISOString() },
  };
  let status: RequestStatus = 'appointed';
  try {
    await appointOwner(deps, tenantId, appointment);
  } catch (error) {
    if (!isFinalRejection(error)) throw error;
    status = 'failed';
  }
  await write(check, async (unit) => {
    await resolve(unit, check, [{ request, status }], () => displayName);
    return true;
  });
}

/** Takes the next step of the search. Returns whether another step may follow at once. */
async function step(check: Check, policy: OwnersPolicy, situation: OwnerSituation): Promise<boolean> {
  const { deps, tenantId, team, at } = check;
  const { search, requests, ableIds } = situation;
  if (search === undefined) return false;
  const rules = ownerRulesOf(policy.settings);
  const owners = new Set(ableIds);
  const open = requests.filter(({ status }) => status === 'pending' || status === 'accepted');
  const eligible = await findEligiblePeople(
    deps,
    tenantId,
    open.map(({ personId: id, source }) => ({ id, source })),
  );
  const facts = {
    at,
    startedAt: search.startedAt,
    rules,
    owners,
    requests,
    eligible: new Set(eligible.map(({ id }) => id)),
  };
  const [candidates, fallback] = needsPeople(facts)
    ? await Promise.all([findCandidates(deps, tenantId, team.id, rules), findFallback(deps, tenantId, rules)])
    : [[], []];
  const isMissing = ({ id }: Candidate): boolean => !owners.has(id);
  const decided = decideStep(facts, {
    candidates: candidates.filter(isMissing),
    fallback: fallback.filter(isMissing),
  });
  const { isWritten, appointed } = await writeStep(check, search, policy, decided);
  if (!isWritten) return true;
  for (const person of appointed) await appoint(check, policy, person);
  return appointed.length > 0;
}

/** Runs one pass. Returns whether another one may follow at once. */
async function runPass(check: Check, isArchived: boolean): Promise<boolean> {
  const { deps, tenantId, team, policy } = check;
  const situation = await deps.store.in(tenantId).ownerSearches.situationOf(team.id);
  const { search } = situation;
  const deviation =
    policy === undefined || isArchived ? undefined : deviationOf(ownerRulesOf(policy.settings), situation);
  if (policy === undefined || deviation === undefined) {
    if (search === undefined) return false;
    await end(check, situation, isArchived ? 'archived' : policy === undefined ? 'switchedOff' : 'resolved');
    return false;
  }
  if (search === undefined) return start(check, policy, deviation);
  const state = stateOf(policy, deviation);
  const isSame = state === search.state || (state === 'searching' && search.state === 'exhausted');
  // The policy's mode has changed, or the team now has too many owners instead of too few.
  if (!isSame) return end(check, situation, policy.mode === 'report' ? 'switchedOff' : 'resolved');
  return state === 'searching' ? step(check, policy, situation) : false;
}

/**
 * Checks the owners of a team, and takes the steps of the search that are due.
 * @param policy the team's policy; undefined if there is none
 * @throws the error of the suite, when an appointment must be repeated
 */
export async function checkOwners(
  deps: Deps,
  tenantId: string,
  { id, displayName, isArchived }: Team & { isArchived: boolean },
  policy: OwnersPolicy | undefined,
): Promise<void> {
  const cause: Cause = { actor: SYSTEM_ACTOR, requestId: newId() };
  for (let passes = 0; passes < MAX_PASSES; passes += 1) {
    // Each pass has its own time, because an appointment may take long.
    const check = { deps, tenantId, team: { id, displayName }, policy, cause, at: deps.clock.now() };
    if (!(await runPass(check, isArchived))) return;
  }
}
