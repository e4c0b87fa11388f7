/** Limits of a manifest, and the problems that are reported about it. */
import Type, { type Static } from 'typebox';
import type { Message } from '../../kernel/messages.ts';
import { MessageFields } from '../../kernel/schema.ts';
import { MAX_MONTHS } from '../teams/time-limits.ts';

/** Limits of a manifest. Lengths of texts count Unicode characters. */
export const TEMPLATE_LIMITS = {
  manifestBytes: 256 * 1024,
  depth: 32,
  yamlTokens: 50_000,
  yamlAliases: 100,
  id: 256,
  name: 256,
  description: 1024,
  convention: 4096,
  withTags: 16_384,
  rules: 16_384,
  url: 2048,
  pictureBytes: 64 * 1024,
  defaultName: 128,
  defaultDescription: 1024,
  defaultWelcomeMessage: 2048,
  channelDescription: 1024,
  tabName: 128,
  labels: 50,
  approvers: 50,
  approvalStages: 10,
  managerLevel: 10,
  condition: 2048,
  lifecycleMonths: MAX_MONTHS,
  permanentOwners: 50,
  permanentMembers: 200,
  channels: 100,
  privateChannels: 30,
  tabsPerChannel: 25,
  installedApps: 50,
} as const;

/** A mistake or a warning, with advice on how to resolve it. */
export const ManifestProblem = Type.Object(
  {
    path: Type.String({
      description: 'Place in the manifest; empty for the whole',
      examples: ['newTeam.namingConvention'],
    }),
    ...MessageFields,
    line: Type.Optional(Type.Integer({ minimum: 1, description: 'For a manifest that was sent as text' })),
    column: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { $id: 'ManifestProblem' },
);
export type ManifestProblem = Static<typeof ManifestProblem> & Message;
