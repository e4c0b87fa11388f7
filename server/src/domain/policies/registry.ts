/** All kinds of policies, in the order of verdicts and documentation. */
import { channels } from './kinds/channels.ts';
import { directory } from './kinds/directory.ts';
import { duplicateNames } from './kinds/duplicate-names.ts';
import { guests } from './kinds/guests.ts';
import { lifecycle } from './kinds/lifecycle.ts';
import { mandatoryMembership } from './kinds/mandatory-membership.ts';
import { memberReviews } from './kinds/member-reviews.ts';
import { naming } from './kinds/naming.ts';
import { owners } from './kinds/owners.ts';
import { permanentMembership } from './kinds/permanent-membership.ts';
import { privacy } from './kinds/privacy.ts';
import { sensitivityLabel } from './kinds/sensitivity-label.ts';
import { singleton } from './kinds/singleton.ts';

export const KINDS = [
  naming,
  duplicateNames,
  mandatoryMembership,
  permanentMembership,
  owners,
  privacy,
  sensitivityLabel,
  singleton,
  lifecycle,
  guests,
  memberReviews,
  channels,
  directory,
] as const;
