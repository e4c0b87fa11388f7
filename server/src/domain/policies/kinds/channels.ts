import Type, { type Static } from 'typebox';
import { say } from '../../../kernel/messages.ts';
import { ALL_SCOPES, defineKind, settingProblem } from '../kind.ts';
import { findUnknownLabelIds, LabelIds } from './labels.ts';

/**
 * Who may create channels of a type. `members`: everybody whom the settings of the team permit. `nobody`: not even
 * administrators.
 */
export const CHANNEL_CREATORS = ['members', 'owners', 'administrators', 'nobody'] as const;

const Creators = (description: string) =>
  Type.Optional(Type.Enum([...CHANNEL_CREATORS], { description: `${description}; \`members\` by default` }));

const Most = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description }));

const SETTINGS = Type.Object({
  standard: Creators('who may create standard channels'),
  private: Creators('who may create private channels'),
  shared: Creators('who may create shared channels'),
  maximumPrivate: Most('maximum number of private channels in a team'),
  maximumShared: Most('maximum number of shared channels in a team'),
  labelIds: LabelIds,
  externalChannels: Type.Optional(
    Type.Enum(['report', 'delete'], {
      description:
        'what happens to channels that were created outside Charter and violate the policy; `report` by default',
    }),
  ),
  deletionDays: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 90,
      description: 'days between the announcement of a deletion and the deletion; 14 by default',
    }),
  ),
});

/** Returns the settings of a policy by type of channel, with defaults for absent ones. */
export const channelRulesOf = ({
  standard = 'members',
  private: inPrivate = 'members',
  shared = 'members',
  maximumPrivate,
  maximumShared,
  externalChannels = 'report',
  deletionDays = 14,
}: Static<typeof SETTINGS>) => ({
  creators: { standard, private: inPrivate, shared },
  /** Maximum numbers of channels; undefined without a limit. */
  most: { standard: undefined, private: maximumPrivate, shared: maximumShared },
  externalChannels,
  deletionDays,
});

/** Limits the channels of teams. One policy applies to a team. The code in flows/channels judges and deletes channels. */
export const channels = defineKind({
  kind: 'channels',
  does: 'limits who may create channels, and finds those that were created outside Charter: see [channels](channels.md)',
  scopes: ALL_SCOPES,
  settings: SETTINGS,
  alwaysChecked: true,
  findContradictions(settings) {
    const { creators, most } = channelRulesOf(settings);
    const isLimited = Object.values(creators).some((allowed) => allowed !== 'members');
    if (isLimited || most.private !== undefined || most.shared !== undefined) return [];
    return [
      settingProblem(
        '',
        say(
          'policies.channelsEmpty',
          'A policy for channels needs a limit: who may create channels of a type, or the largest number of them.',
        ),
      ),
    ];
  },
  findUnknown: findUnknownLabelIds,
});
