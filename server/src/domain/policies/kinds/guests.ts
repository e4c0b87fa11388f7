import Type from 'typebox';
import { say } from '../../../kernel/messages.ts';
import { ALL_SCOPES, defineKind, settingProblem } from '../kind.ts';
import { findUnknownLabelIds, LabelIds } from './labels.ts';
import { reviewSettings } from './reviews.ts';

const DOMAIN = '^(?!-)[a-zA-Z0-9\\u0080-\\uffff.-]+$';

const Domains = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 3, maxLength: 253, pattern: DOMAIN }), {
      maxItems: 500,
      description,
    }),
  );

/** Limits the guests of teams. One policy applies to a team: labelled-policy.ts chooses it. */
export const guests = defineKind({
  kind: 'guests',
  does: 'decides who may be a guest, for how long, and who reviews the guests: see [guests](guests.md)',
  scopes: ALL_SCOPES,
  settings: Type.Object({
    guests: Type.Enum(['allowed', 'forbidden'], { description: 'whether teams may have guests' }),
    labelIds: LabelIds,
    allowedDomains: Domains('the only mail domains that guests may have'),
    blockedDomains: Domains('mail domains that guests may not have'),
    sponsor: Type.Optional(
      Type.Enum(['required', 'optional'], {
        description: 'whether each guest needs a sponsor, a person of the organisation',
      }),
    ),
    longestStayDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3650,
        description: 'the longest stay of a guest in days, since the guest joined or was confirmed',
      }),
    ),
    inactiveDays: Type.Optional(
      Type.Integer({
        minimum: 7,
        maximum: 3650,
        description: 'days without a sign-in after which the stay of a guest ends, with a week of notice',
      }),
    ),
    reviewMonths: Type.Optional(reviewSettings.reviewMonths),
    reviewDays: reviewSettings.reviewDays,
    unanswered: reviewSettings.unanswered,
  }),
  alwaysChecked: true,
  findContradictions({ allowedDomains, blockedDomains = [] }) {
    const blocked = new Set(blockedDomains.map((domain) => domain.toLowerCase()));
    if (allowedDomains === undefined) return [];
    if (allowedDomains.some((domain) => !blocked.has(domain.toLowerCase()))) return [];
    return [
      settingProblem(
        'allowedDomains',
        say('policies.noDomain', 'No domain is left. Name one that is not blocked, or forbid guests.'),
      ),
    ];
  },
  findUnknown: findUnknownLabelIds,
});
