import Type from 'typebox';
import { ALL_SCOPES, defineKind } from '../kind.ts';
import { findUnknownLabelIds, LabelIds } from './labels.ts';
import { reviewSettings } from './reviews.ts';

/** Requires reviews of the members and owners of teams. The code in flows/reviews applies it. */
export const memberReviews = defineKind({
  kind: 'memberReviews',
  does: 'requires reviews of the members and owners of teams: see [guests](guests.md#reviews)',
  scopes: ALL_SCOPES,
  settings: Type.Object({ labelIds: LabelIds, ...reviewSettings }),
  alwaysChecked: true,
  findUnknown: findUnknownLabelIds,
});
