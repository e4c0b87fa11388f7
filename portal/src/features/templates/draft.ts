/** The draft of a manifest (base/drafts.ts). */
import { useEffect, useRef, useState } from 'react';
import { readDraft, removeDraft, writeDraft } from '../../base/drafts.ts';
import {
  convert,
  formatOf,
  type ManifestData,
  type ManifestText,
  readManifest,
  setValue,
  valueAt,
} from './manifest-text.ts';

export interface TemplateDraft extends ManifestText {
  /** Revision of the template that the draft is based on; undefined for a new template. */
  revision: number | undefined;
}

/** A template makes teams or channels. */
export type TemplateKind = 'team' | 'channel';

/** Drafts of new templates, one for each kind. */
const NEW = { team: 'template.new', channel: 'template.new-channel' } as const;
const nameOf = (templateId: string | undefined, kind: TemplateKind): string =>
  templateId === undefined ? NEW[kind] : `template.${templateId}`;

const BLANK_TEAM: ManifestText = {
  format: 'yaml',
  text: [
    'manifestVersion: "1.0"',
    'templateConfiguration:',
    '  id: ""',
    '  name: ""',
    '  language: en-US',
    '  version: "1.0"',
    '  enabled: false',
    'newTeam:',
    '  teamPrivacy: private',
    '',
  ].join('\n'),
};

const BLANK: Record<TemplateKind, ManifestText> = {
  team: BLANK_TEAM,
  channel: {
    format: 'yaml',
    text: BLANK_TEAM.text.replace(
      'newTeam:\n  teamPrivacy: private',
      'newChannel:\n  membershipType: private',
    ),
  },
};

/** The address of the page of a new template. */
export const newTemplatePage = (kind: TemplateKind) => ({
  to: '/templates/new' as const,
  search: kind === 'channel' ? { kind } : {},
});

/** Whether the manifest is of a channel template. */
export const isForChannels = (data: ManifestData | undefined): boolean =>
  valueAt(data, ['newChannel']) !== undefined;

/** Stores a manifest for the page of a new template. Returns the page's address. */
export function storeNewDraft(manifest: ManifestText) {
  const kind = isForChannels(readManifest(manifest)) ? 'channel' : 'team';
  writeDraft(NEW[kind], manifest);
  return newTemplatePage(kind);
}

/** Reads a manifest from a file. */
export const readFileText = async (file: File): Promise<ManifestText> => {
  const text = await file.text();
  return { text, format: formatOf(text) };
};

/** Returns the manifest under another id and name, as a first version that is disabled. */
export function copyManifest(manifest: ManifestText, id: string, name: string): ManifestText {
  const configuration = 'templateConfiguration';
  const renamed = setValue(setValue(manifest, [configuration, 'id'], id), [configuration, 'name'], name);
  return setValue(setValue(renamed, [configuration, 'version'], '1.0'), [configuration, 'enabled'], false);
}

const textOf = ({ text, format }: ManifestText): ManifestText => ({ text, format });
const draftOf = (state: TemplateDraft): TemplateDraft => ({ ...textOf(state), revision: state.revision });
const isSameText = (one: ManifestText, other: ManifestText): boolean =>
  one.text === other.text && one.format === other.format;

/**
 * @param stored the stored template; undefined for a new one
 * @param kind what a new template makes
 */
export function useTemplateDraft(
  templateId: string | undefined,
  stored: (ManifestText & { revision: number }) | undefined,
  kind: TemplateKind = 'team',
) {
  const name = nameOf(templateId, kind);
  const original: TemplateDraft = stored ?? { ...BLANK[kind], revision: undefined };
  const [draft, setDraft] = useState<TemplateDraft>(() => readDraft<TemplateDraft>(name) ?? original);
  const [base, setBase] = useState(original);
  if (base.revision !== original.revision) {
    setBase(original);
    // Without changes, the page shows what somebody else has saved.
    if (isSameText(draft, base)) setDraft(draftOf(original));
  }
  const isChanged = !isSameText(draft, original);
  const { text, format, revision } = draft;
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  useEffect(() => {
    if (isChanged) writeDraft(name, { text, format, revision });
    else removeDraft(name);
  }, [name, isChanged, text, format, revision]);
  return {
    draft,
    /** The stored state, which is later than the draft's base when somebody else has saved. */
    original,
    isChanged,
    change: (next: ManifestText) => setDraft((last) => ({ ...last, ...next })),
    edit: (change: (manifest: ManifestText) => ManifestText) =>
      setDraft((last) => ({ ...last, ...change(last) })),
    convertTo: (to: ManifestText['format']) => setDraft((last) => ({ ...last, ...convert(last, to) })),
    /** Replaces the draft with a stored state of the template. */
    reset: (state: TemplateDraft) => setDraft(draftOf(state)),
    /**
     * Replaces the sent draft with the state that the service stored for it. Keeps what was typed since, as a draft of
     * the stored template.
     */
    settle: (sent: ManifestText, savedId: string, state: TemplateDraft) => {
      const typed = isSameText(latest.current, sent) ? undefined : latest.current;
      if (templateId !== undefined) return setDraft(draftOf({ ...state, ...(typed && textOf(typed)) }));
      removeDraft(name);
      if (typed) writeDraft(nameOf(savedId, kind), draftOf({ ...typed, revision: state.revision }));
    },
    discard: () => {
      removeDraft(name);
      setDraft(original);
    },
  };
}
