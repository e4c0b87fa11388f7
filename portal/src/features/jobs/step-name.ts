import { useIntl } from 'react-intl';
import { type MessageId, useMessages } from '../../base/messages.ts';

/** The steps of jobs in their order. */
export const STEPS: readonly string[] = [
  'createTeam',
  'setSensitivityLabel',
  'applySettings',
  'createChannels',
  'installApps',
  'createTabs',
  'setPicture',
  'addRequester',
  'addRequestedMembers',
  'addPermanentMembers',
  'postWelcomeMessage',
  'archiveTeam',
  'unarchiveTeam',
];

/** Returns a function that names steps. A newer service may have steps that are unknown here. */
export function useStepName(): (name: string) => string {
  const text = useMessages();
  const { messages } = useIntl();
  return (name) => {
    const id = `steps.${name}` as MessageId;
    return id in messages ? text(id) : name;
  };
}
