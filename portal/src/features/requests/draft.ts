/** The draft of a request. It survives a reload of the tab. */
import { newUuid, type TeamProvisioningRequest } from '@charter/sdk';
import { useEffect, useState } from 'react';
import type { ChosenPerson } from '../users/PeoplePicker.tsx';

export interface Draft {
  /** Idempotency key of the form, so that a double click or a lost answer creates one team. */
  key: string;
  name: string;
  description: string;
  welcomeMessage: string;
  owners: readonly ChosenPerson[];
  members: readonly ChosenPerson[];
}

const storageKey = (templateId: string): string => `charter.request.${templateId}`;

const emptyDraft = (): Draft => ({
  key: newUuid(),
  name: '',
  description: '',
  welcomeMessage: '',
  owners: [],
  members: [],
});

function readDraft(templateId: string): Draft {
  try {
    const kept = sessionStorage.getItem(storageKey(templateId));
    return kept === null ? emptyDraft() : { ...emptyDraft(), ...(JSON.parse(kept) as Draft) };
  } catch {
    return emptyDraft();
  }
}

export function useDraft(templateId: string) {
  const [draft, setDraft] = useState(() => readDraft(templateId));
  useEffect(() => sessionStorage.setItem(storageKey(templateId), JSON.stringify(draft)), [templateId, draft]);
  return {
    draft,
    /** Changes fields. The changed form is another request, so it gets another key. */
    change: (fields: Partial<Draft>) => setDraft((last) => ({ ...last, ...fields, key: newUuid() })),
    discard: () => sessionStorage.removeItem(storageKey(templateId)),
  };
}

export function toRequest(templateId: string, draft: Draft): TeamProvisioningRequest {
  const { name, description, welcomeMessage, owners, members } = draft;
  return {
    template: { id: templateId },
    team: {
      name: name.trim(),
      ...(description && { description }),
      ...(welcomeMessage && { welcomeMessage }),
      membership: { owners: owners.map(({ id }) => ({ id })), members: members.map(({ id }) => ({ id })) },
    },
  };
}
