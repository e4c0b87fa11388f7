import { Field, Radio, RadioGroup, Spinner } from '@fluentui/react-components';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../base/client.ts';
import { useMessages } from '../../base/messages.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { SearchInput } from '../../components/SearchInput.tsx';
import { useDebounced } from '../../components/use-debounced.ts';
import { storeNewDraft } from './draft.ts';
import { manifestOfTeam } from './team-manifest.ts';

const TYPING_MILLISECONDS = 300;
const MAX_TEAMS = 8;

/** Creates the manifest of a new template from the channels, tabs and settings of a team. */
export function FromTeamDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const text = useMessages();
  const client = useClient();
  const [typed, setTyped] = useState('');
  const [teamId, setTeamId] = useState('');
  const search = useDebounced(typed.trim(), TYPING_MILLISECONDS);
  const teams = useQuery({
    queryKey: ['teams', 'search', search],
    queryFn: ({ signal }) =>
      client.teams.getTeams({ $top: MAX_TEAMS, ...(search !== '' && { $search: search }) }, { signal }),
    placeholderData: keepPreviousData,
  });
  const read = useMutation({ mutationFn: (id: string) => manifestOfTeam(client, id) });
  const send = () =>
    read.mutate(teamId, {
      onSuccess: (manifest) => {
        storeNewDraft(manifest);
        onDone();
      },
    });
  return (
    <FormDialog
      title={text('templates.action.fromTeam')}
      action={text('templates.action.use')}
      isSending={read.isPending}
      error={read.error ?? teams.error}
      canSend={teamId !== ''}
      onSend={send}
      onClose={onClose}
    >
      <Field label={text('templates.fromTeam.search')} hint={text('templates.fromTeam.hint')}>
        <SearchInput value={typed} onChange={setTyped} />
      </Field>
      {teams.isPending && <Spinner size="tiny" label={text('state.loading')} />}
      <RadioGroup
        aria-label={text('templates.fromTeam.teams')}
        value={teamId}
        onChange={(_event, { value }) => setTeamId(value)}
      >
        {(teams.data?.value ?? []).map(({ id, displayName }) => (
          <Radio key={id} value={id} label={displayName} />
        ))}
      </RadioGroup>
    </FormDialog>
  );
}
