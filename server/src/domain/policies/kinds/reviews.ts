/** The settings that the kinds with reviews share. */
import Type from 'typebox';

/** Days that reviewers have, when the policy names none. */
export const DEFAULT_REVIEW_DAYS = 14;

export const reviewSettings = {
  reviewMonths: Type.Integer({
    minimum: 1,
    maximum: 36,
    description: 'months between the reviews of a team',
  }),
  reviewDays: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 90,
      description: `days that the owners have for a review; ${DEFAULT_REVIEW_DAYS} by default`,
    }),
  ),
  unanswered: Type.Optional(
    Type.Enum(['remove', 'keep'], {
      description: 'the outcome for people without a decision; `keep` by default',
    }),
  ),
};
