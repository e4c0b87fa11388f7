/** The draft of a manifest (base/drafts.ts). */
import { useEffect, useState } from 'react';
import { readDraft, removeDraft, writeDraft } from '../../base/drafts.ts';
import { convert, formatOf, type ManifestText, setValue } from './manifest-text.ts';

export interface TemplateDraft extends ManifestText {
  /** Revision of the template that the draft is based on; undefined for a new template. */
  revision: number | undefined;
}

const NEW = 'new';
const nameOf = (templateId: string | undefined): string => `template.${templateId ?? NEW}`;

const BLANK: ManifestText = {
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

/** The manifest of a new channel template. */
export const BLANK_CHANNEL_TEMPLATE: ManifestText = {
  format: 'yaml',
  text: BLANK.text.replace('newTeam:\n  teamPrivacy: private', 'newChannel:\n  membershipType: private'),
};

/** Stores a manifest for the page of a new template. */
export function storeNewDraft(manifest: ManifestText): void {
  writeDraft(nameOf(undefined), manifest);
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

/** @param stored the stored template; undefined for a new one */
export function useTemplateDraft(
  templateId: string | undefined,
  stored: (ManifestText & { revision: number }) | undefined,
) {
  const name = nameOf(templateId);
  const original: TemplateDraft = stored ?? { ...BLANK, revision: undefined };
  const [draft, setDraft] = useState<TemplateDraft>(() => readDraft<TemplateDraft>(name) ?? original);
  const isChanged = draft.text !== original.text || draft.format !== original.format;
  const { text, format, revision } = draft;
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
    reset: ({ text: newText, format: newFormat, revision: newRevision }: TemplateDraft) =>
      setDraft({ text: newText, format: newFormat, revision: newRevision }),
    /** Keeps the text, and expects this revision at the next save. */
    rebase: (newRevision: number) => setDraft((last) => ({ ...last, revision: newRevision })),
    discard: () => {
      removeDraft(name);
      setDraft(original);
    },
    forget: () => removeDraft(name),
  };
}
