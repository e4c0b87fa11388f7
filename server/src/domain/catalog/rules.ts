/**
 * The port to the rules sandbox (docs/specification.md, section 9). Naming conventions are EJS templates, and audience
 * rules are JavaScript expressions. A tenant's template authors write both; the service treats both as hostile.
 */

import type { Message } from '../../kernel/messages.ts';
import type { User } from '../directory/model.ts';

/** The requester as rules see them: the fields of User, their older names (scope.ts) and extension attributes. */
export interface RuleUser extends Readonly<Record<string, unknown>> {
  /**
   * Ids and display names of the groups the user is a direct member of. Null when some of them are unknown: a rule that
   * reads them then fails, because neither "in the group" nor "not in the group" is known.
   */
  readonly groups: { readonly direct: readonly string[] } | null;
}

/** A requested owner or member as rules see them. */
export type RulePerson = Readonly<
  Pick<User, 'id' | 'displayName' | 'mail' | 'userType' | 'department' | 'companyName'>
>;

/** The kind of object that a template creates. Rules of channel templates see the requested channel. */
export type TemplateKind = 'team' | 'channel';

/** The names in scope of a rule or convention, as plain JSON, in addition to JavaScript's own. */
export interface RuleScope {
  readonly request: {
    readonly team: {
      readonly name: string;
      readonly description: string;
      readonly welcomeMessage: string;
      /** The people of the request; only for conditions and approver rules of approval stages. */
      readonly membership?: {
        readonly owners: readonly RulePerson[];
        readonly members: readonly RulePerson[];
      };
    };
    /** The requested channel; only for channel templates, in which `team` is the team of the channel. */
    readonly channel?: {
      readonly name: string;
      readonly description: string;
      readonly membershipType: string;
    };
    readonly template: { readonly name: string };
    readonly request: { readonly requester: { readonly name: string; readonly email: string } };
    /** The answers by their ids; people and groups as objects (domain/answers). Empty for audience rules. */
    readonly metadata: Readonly<Record<string, unknown>>;
  };
  readonly user: RuleUser;
  readonly app: { readonly id: string; readonly name: string };
}

/**
 * - `syntax`: does not compile, is empty or too long
 * - `error`: threw, returned an invalid value, or left asynchronous work
 * - `timeout`: ran too long, or its batch had no time left
 * - `memory`: exhausted its memory or call stack, or its scope is too large
 */
export type RuleFailureKind = 'syntax' | 'error' | 'timeout' | 'memory';

/** The message is one line of at most 400 characters for the template's authors. */
export interface RuleFailure extends Readonly<Message> {
  readonly kind: RuleFailureKind;
  /** True for a source in quarantine: it exceeded its limits a short while ago and was not run this time. */
  readonly repeated: boolean;
}

/** `allowed` is true only for a rule whose value is exactly `true`. */
export interface AudienceVerdict {
  readonly allowed: boolean;
  readonly failure?: RuleFailure;
}

/** The rendered text (not HTML-escaped, at most 16,384 UTF-16 units), or the failure. */
export type ConventionOutcome = { readonly text: string } | { readonly failure: RuleFailure };

export interface TemplateRuleFailure {
  readonly tenantId: string;
  readonly template: { readonly id: string; readonly name: string; readonly version: string };
  /** `audience`, `approvers`, `approval stage <n>`, or the name or the path of the rule in the manifest. */
  readonly rule: string;
  readonly failure: RuleFailure;
}

export interface RuleFailureListener {
  /** Called for every failure, to record it for administrators (rule-failures.ts). */
  readonly failed?: (failure: TemplateRuleFailure) => void;
}

/**
 * All sources of a call see the same "now"; only `evaluateAudienceFor` reads the clock for each person. Sources are
 * isolated from each other and from other calls. A failing source does not fail the call: promises reject only with
 * ServiceUnavailable, when the sandbox is unavailable or closed, or when the tenant has too many queued calls.
 */
export interface RuleEngine {
  /** Returns verdicts in the order of `rules`, which may contain duplicates. */
  evaluateAudience(tenantId: string, rules: readonly string[], scope: RuleScope): Promise<AudienceVerdict[]>;
  /**
   * Evaluates one rule for many people. Returns verdicts in the order of `scopes`. The call has one time
   * budget: once it is spent, the remaining verdicts fail with `timeout`.
   */
  evaluateAudienceFor(
    tenantId: string,
    rule: string,
    scopes: readonly RuleScope[],
  ): Promise<AudienceVerdict[]>;
  /** Returns the outcomes, keyed by the names in `conventions`. */
  renderConventions(
    tenantId: string,
    conventions: Readonly<Record<string, string>>,
    scope: RuleScope,
  ): Promise<Record<string, ConventionOutcome>>;
  /** Compiles sources without running them. Returns the failures: of rules by index, of conventions by name. */
  check(
    tenantId: string,
    sources: {
      readonly rules?: readonly string[];
      readonly conventions?: Readonly<Record<string, string>>;
    },
  ): Promise<{
    readonly rules: ReadonlyMap<number, RuleFailure>;
    readonly conventions: ReadonlyMap<string, RuleFailure>;
  }>;
  /** Ends the sandbox. Rejects queued and later calls. */
  close(): Promise<void>;
}
