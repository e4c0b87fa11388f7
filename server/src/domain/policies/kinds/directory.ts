import Type from 'typebox';
import type { TeamVisibility } from '../../teams/model.ts';
import { ALL_SCOPES, defineKind } from '../kind.ts';
import { findUnknownLabels } from './labels.ts';

/** Visibilities of the teams that each value of `listed` lists. */
export const LISTED_VISIBILITIES = {
  none: [],
  public: ['public'],
  publicAndPrivate: ['public', 'private'],
  all: ['public', 'private', 'hiddenMembership'],
} as const satisfies Readonly<Record<string, readonly TeamVisibility[]>>;

/** Decides which teams the directory lists. The narrowest policy applies: flows/team-directory/listing.ts. */
export const directory = defineKind({
  kind: 'directory',
  does: 'decides which teams people can find without being members: see [the directory of teams](team-directory.md)',
  scopes: ALL_SCOPES,
  settings: Type.Object({
    listed: Type.Enum(['none', 'public', 'publicAndPrivate', 'all'], {
      description:
        'teams that are listed: `none`, only `public`, `publicAndPrivate`, or `all`, which includes teams with hidden membership',
    }),
    exceptLabelIds: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }), {
        maxItems: 50,
        description: 'ids of sensitivity labels; teams with one of them are not listed',
      }),
    ),
    guests: Type.Optional(
      Type.Enum(['allowed', 'forbidden'], {
        description: 'whether guests find these teams too; `forbidden` by default',
      }),
    ),
  }),
  findUnknown: (suite, tenantId, { exceptLabelIds = [] }) =>
    findUnknownLabels(
      suite,
      tenantId,
      new Map(exceptLabelIds.map((id, index) => [`settings.exceptLabelIds[${index}]`, id])),
    ),
});
