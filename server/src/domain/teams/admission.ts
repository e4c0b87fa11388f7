/** The admission of people to a team, which policies decide (docs/guests.md). */
import type { Deps } from '../../engine/deps.ts';
import type { Principal, RequestContext } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import type { Message } from '../../kernel/messages.ts';
import type { User } from '../directory/model.ts';
import type { SuiteTeam } from './model.ts';

/** The stay of a guest, as a caller sets it. */
export interface StayInput {
  /** End of the stay, RFC 3339; undefined for the end that the policy gives. */
  endDateTime?: string | undefined;
  /** The sponsor, by id, user principal name or mail address. */
  sponsor?: { id: string } | undefined;
}

/** A stay as the API and events show it. */
export interface DescribedStay {
  /** RFC 3339 UTC; null without an end. */
  endDateTime: string | null;
  sponsor: { id: string; displayName: string } | null;
}

/** The stay of an admitted guest. */
export interface AdmittedStay extends DescribedStay {
  /** Whether another call has added the guest with the same end and sponsor already. */
  isStored: boolean;
}

/** A person who is not in the team yet. */
export interface NewPerson extends StayInput {
  user: User;
  /** Path of the person in the input, with a trailing full stop; empty for the body itself. */
  path: string;
}

export interface Admission {
  /** Why policies reject people, by user id. */
  rejected: ReadonlyMap<string, Message>;
  /** The stays of the admitted guests, by user id. They begin with the event of the addition. */
  stays: ReadonlyMap<string, AdmittedStay>;
  /** Records what a policy in the mode `report` would reject, in the transaction of the intent. */
  hold?: (unit: UnitOfWork) => Promise<void>;
}

/** Writes that belong to the transaction of the intent. */
export type Hold = (unit: UnitOfWork, intentId: string) => Promise<void>;

/** Returns a function that makes the writes of several checks, one after the other; undefined when no check has any. */
export function combineHolds(...holds: readonly (Hold | undefined)[]): Hold | undefined {
  const given = holds.filter((hold) => hold !== undefined);
  if (given.length === 0) return undefined;
  return async (unit, intentId) => {
    for (const hold of given) await hold(unit, intentId);
  };
}

export interface AdmissionDeps {
  /**
   * Judges people whom the caller adds to a team (domain/guests/admit-people.ts).
   * @throws InvalidRequest for a wrong end or sponsor
   */
  admitPeople(
    deps: Deps,
    principal: Principal,
    context: RequestContext,
    team: SuiteTeam,
    people: readonly NewPerson[],
  ): Promise<Admission>;
}
