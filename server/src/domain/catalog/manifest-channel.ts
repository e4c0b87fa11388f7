/**
 * `newChannel` of a manifest: what makes a template a channel template (docs/channels.md, "Requests by template"). Such a
 * template takes its name, audience, questions, approval and permanent people from `templateConfiguration`.
 */
import Type, { type Static } from 'typebox';
import { OneOf } from '../../kernel/schema.ts';
import { CHANNEL_MEMBERSHIP_TYPES } from '../channels/model.ts';
import { TEMPLATE_LIMITS as LIMITS } from './limits.ts';
import { Custom, Fields, readBySchema } from './manifest-reader.ts';
import { List, Text } from './manifest-structure.ts';

/** Who may ask for a channel, among those in the audience: members and owners of the team, or only its owners. */
const CHANNEL_REQUESTERS = ['members', 'owners'] as const;

/** The conventions of a channel template. */
export const CHANNEL_CONVENTIONS = ['namingConvention', 'descriptionConvention'] as const;

const Ids = (description: string) =>
  List(Type.String({ maxLength: LIMITS.id }), LIMITS.labels, { description });

export const ChannelTemplate = Fields(
  {
    membershipType: OneOf(CHANNEL_MEMBERSHIP_TYPES, { default: 'standard' }),
    namingConvention: Text(LIMITS.convention),
    descriptionConvention: Text(LIMITS.convention),
    defaultName: Text(LIMITS.defaultName),
    defaultDescription: Text(LIMITS.defaultDescription),
    addRequesterAsChannelOwner: Type.Boolean({ default: true }),
    requesters: OneOf(CHANNEL_REQUESTERS, {
      default: 'members',
      description: 'Who in the team may ask for a channel: its members and owners, or only its owners',
    }),
    teams: Fields({
      templateIds: Ids('Only teams made from one of these templates; all teams without one'),
      sensitivityLabelIds: Ids('Only teams with one of these sensitivity labels; all teams without one'),
    }),
  },
  { $id: 'ChannelTemplateNewChannel' },
);
export type ChannelTemplate = Static<typeof ChannelTemplate>;

/** The key in the manifest. Absent in a template of teams. */
export const NewChannel = Custom((value, place) =>
  value === undefined ? undefined : readBySchema(ChannelTemplate, value, place),
);
