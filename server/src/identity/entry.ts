/** Decides who may enter (CHARTER_OIDC_ENTRY): people who match any of the rules. The rules don't apply to apps. */
import type { EntryRules } from '../domain/identity/ports.ts';
import { type Message, say } from '../kernel/messages.ts';
import type { TokenGroups } from './token-person.ts';

/** The properties of a person that the rules use. */
export interface EntryFacts {
  isKnown: boolean;
  /** The domain that the provider has verified. */
  domain: string | undefined;
  tokenGroups: TokenGroups;
  directoryGroups: readonly string[];
}

/** Returns why the person may not enter, with the setting to change; undefined when they may enter. */
export function entryProblem(rules: EntryRules, visitor: EntryFacts): Message | undefined {
  const { isKnown, domain, tokenGroups, directoryGroups } = visitor;
  if (rules.all || (rules.known && isKnown)) return undefined;
  if (domain !== undefined && rules.domains.includes(domain)) return undefined;
  const groups = new Set([...tokenGroups.names, ...directoryGroups]);
  if (rules.groups.some((group) => groups.has(group))) return undefined;
  if (rules.groups.length > 0 && !tokenGroups.isComplete) {
    return say(
      'identity.entryGroupsUnknown',
      'Your token does not list your groups, so it is unknown whether you may use this service. Ask an administrator to let the provider put only the groups of CHARTER_OIDC_ENTRY into its tokens.',
    );
  }
  if (rules.groups.length > 0) {
    return say(
      'identity.entryGroups',
      'You are in none of the groups that may use this service. Ask an administrator for the groups of CHARTER_OIDC_ENTRY.',
    );
  }
  if (rules.domains.length > 0) {
    return say(
      'identity.entryDomains',
      'Your account is of no domain that may use this service, or your provider has not verified its mail address. Ask an administrator for the domains of CHARTER_OIDC_ENTRY.',
    );
  }
  return say(
    'identity.entryKnown',
    'You are not in the directory of your organisation, and CHARTER_OIDC_ENTRY lets in only people who are. Ask an administrator to add you.',
  );
}
