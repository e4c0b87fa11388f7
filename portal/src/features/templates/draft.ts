/** The draft of a manifest. It survives a reload of the tab. */
import { useEffect, useState } from 'react';
import { convert, formatOf, type ManifestText, setValue } from './manifest-text.ts';

export interface TemplateDraft extends ManifestText {
  /** Revision of the template that the draft is based on; undefined for a new template. */
  revision: number | undefined;
}

const NEW = 'new';
const storageKey = (templateId: string | undefined): string => `charter.template.${templateId ?? NEW}`;

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

function readKept(key: string): TemplateDraft | undefined {
  try {
    const kept = sessionStorage.getItem(key);
    return kept === null ? undefined : (JSON.parse(kept) as TemplateDraft);
  } catch {
    return undefined;
  }
}

/** Stores a manifest for the page of a new template. */
export function startWith(manifest: ManifestText): void {
  sessionStorage.setItem(storageKey(undefined), JSON.stringify(manifest));
}

/** Reads a manifest from a file. */
export const readFileText = async (file: File): Promise<ManifestText> => {
  const text = await file.text();
  return { text, format: formatOf(text) };
};

/** Returns the manifest under another id and name, as a first version that is disabled. */
export function copyOf(manifest: ManifestText, id: string, name: string): ManifestText {
  const configuration = 'templateConfiguration';
  const renamed = setValue(setValue(manifest, [configuration, 'id'], id), [configuration, 'name'], name);
  return setValue(setValue(renamed, [configuration, 'version'], '1.0'), [configuration, 'enabled'], false);
}

/** @param stored the stored template; undefined for a new one */
export function useTemplateDraft(
  templateId: string | undefined,
  stored: (ManifestText & { revision: number }) | undefined,
) {
  const key = storageKey(templateId);
  const original: TemplateDraft = stored ?? { ...BLANK, revision: undefined };
  const [draft, setDraft] = useState<TemplateDraft>(() => readKept(key) ?? original);
  const isChanged = draft.text !== original.text || draft.format !== original.format;
  const { text, format, revision } = draft;
  useEffect(() => {
    if (isChanged) sessionStorage.setItem(key, JSON.stringify({ text, format, revision }));
    else sessionStorage.removeItem(key);
  }, [key, isChanged, text, format, revision]);
  return {
    draft,
    isChanged,
    change: (next: ManifestText) => setDraft((last) => ({ ...last, ...next })),
    convertTo: (to: ManifestText['format']) => setDraft((last) => ({ ...last, ...convert(last, to) })),
    /** Replaces the draft with a stored state of the template. */
    reset: ({ text: newText, format: newFormat, revision: newRevision }: TemplateDraft) =>
      setDraft({ text: newText, format: newFormat, revision: newRevision }),
    /** Keeps the text, and expects this revision at the next save. */
    rebase: (newRevision: number) => setDraft((last) => ({ ...last, revision: newRevision })),
    discard: () => {
      sessionStorage.removeItem(key);
      setDraft(original);
    },
    forget: () => sessionStorage.removeItem(key),
  };
}
