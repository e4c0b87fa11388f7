/**
 * The port to the rules sandbox (docs/specification.md 9): naming conventions are EJS templates, audience rules are
 * JavaScript expressions. Both are written by a tenant's template authors and are treated as hostile.
 */

/** The requester as a rule sees them: the fields of User, `onPremisesExtensionAttributes`, `extension_*`. */
export interface RuleUser extends Readonly<Record<string, unknown>> {
  /** Groups the user is a direct member of. */
  readonly groups: { readonly direct: readonly string[] };
}

/**
 * Everything a rule or convention can see, as plain JSON (docs/specification.md 9). No other name is in scope but
 * JavaScript's own; a value JSON cannot carry (undefined, functions, Dates) is lost or turned into text.
 */
export interface RuleScope {
  readonly request: {
    readonly team: {
      readonly name: string;
      readonly description: string;
      readonly welcomeMessage: string;
    };
    readonly template: { readonly name: string };
    readonly request: { readonly requester: { readonly name: string; readonly email: string } };
  };
  readonly user: RuleUser;
  readonly app: { readonly id: string; readonly name: string };
}

/**
 * - `syntax`: it does not compile, is empty or too long
 * - `error`: it threw, or gave something that may not be given
 * - `timeout`: it ran too long, or its batch had no time left for it
 * - `memory`: it used up its memory or its call stack
 */
export type RuleFailureKind = 'syntax' | 'error' | 'timeout' | 'memory';

/** Why a rule or convention has no value. `message` is one line for the template's authors, at most 400 characters. */
export interface RuleFailure {
  readonly kind: RuleFailureKind;
  readonly message: string;
  /**
   * True when the source was not run at all because it overran a short while ago. Lets the caller tell the
   * tenant's administrators once instead of on every call.
   */
  readonly repeated: boolean;
}

/** `allowed` is true only when the rule's value was `true` itself; with a `failure` it is always false. */
export interface AudienceVerdict {
  readonly allowed: boolean;
  readonly failure?: RuleFailure;
}

/** The rendered plain text (never HTML-escaped, at most 16,384 UTF-16 units), or why there is none. */
export type ConventionOutcome = { readonly text: string } | { readonly failure: RuleFailure };

/** A rule or convention of a template that failed for somebody. */
export interface TemplateRuleFailure {
  readonly tenantId: string;
  readonly template: { readonly id: string; readonly name: string; readonly version: string };
  /** Which one: `audience`, or the name of a convention. */
  readonly rule: string;
  readonly failure: RuleFailure;
}

export interface RuleFailureListener {
  /** Told of every rule that failed, so that those who can mend it hear of it (rule-failures.ts). */
  readonly failed?: (failure: TemplateRuleFailure) => void;
}

/** Sources to compile without running them. */
export interface RuleSources {
  readonly rules?: readonly string[];
  readonly conventions?: Readonly<Record<string, string>>;
}

/** What does not compile: by index for rules, by name for conventions. Both empty when all is well. */
export interface RuleCheck {
  readonly rules: ReadonlyMap<number, RuleFailure>;
  readonly conventions: ReadonlyMap<string, RuleFailure>;
}

/**
 * Sources of one call see one instant as "now" and cannot see or change anything of each other, of another
 * call, user or tenant. A failing source never fails the call: the promises reject only when the sandbox
 * itself is unavailable (CharterError ServiceUnavailable) or closed.
 */
export interface RuleEngine {
  /** Verdicts in the order of `rules`. Any number of rules; the same text may occur more than once. */
  evaluateAudience(rules: readonly string[], scope: RuleScope): Promise<AudienceVerdict[]>;
  /** Outcomes under the names of `conventions`. Meant for the handful of conventions of one template. */
  renderConventions(
    conventions: Readonly<Record<string, string>>,
    scope: RuleScope,
  ): Promise<Record<string, ConventionOutcome>>;
  /** For whoever saves or imports a template: finds syntax errors before anybody meets them. */
  check(sources: RuleSources): Promise<RuleCheck>;
  /** Ends the sandbox; calls still waiting are rejected, and so is every later call. */
  close(): Promise<void>;
}
