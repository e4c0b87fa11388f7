import { Button, Tab, TabList } from '@fluentui/react-components';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useChangeFilters } from '../../base/filters.ts';
import { useMessages } from '../../base/messages.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { openDialog } from '../../components/dialogs.ts';
import { Page } from '../../components/Page.tsx';
import { useIsPermitted } from '../me/queries.ts';
import { useStartRun } from './queries.ts';
import { RunList } from './RunList.tsx';
import { Simulation } from './Simulation.tsx';

const VIEWS = ['simulation', 'runs'] as const;

/** A simulation of the next run, and the past runs. */
export function LifecyclePage() {
  const text = useMessages();
  const filters = useSearch({ from: '/lifecycle' });
  const change = useChangeFilters<typeof filters>();
  const view = filters.view === 'runs' ? 'runs' : 'simulation';
  return (
    <Page wide title={text('lifecycle.title')} actions={<StartButton />}>
      <TabList
        selectedValue={view}
        onTabSelect={(_event, { value }) => change({ view: value === 'runs' ? 'runs' : '' })}
      >
        {VIEWS.map((name) => (
          <Tab key={name} value={name} id={`tab-${name}`} aria-controls="lifecycle-view">
            {text(`lifecycle.view.${name}`)}
          </Tab>
        ))}
      </TabList>
      <div role="tabpanel" id="lifecycle-view" aria-labelledby={`tab-${view}`}>
        {view === 'runs' ? <RunList /> : <Simulation />}
      </div>
    </Page>
  );
}

function StartButton() {
  const text = useMessages();
  const may = useIsPermitted();
  if (!may('startLifecycleRun')) return null;
  return (
    <Button appearance="primary" onClick={() => openDialog((close) => <StartDialog onClose={close} />)}>
      {text('lifecycle.start')}
    </Button>
  );
}

/** Starts a run after a confirmation. */
function StartDialog({ onClose }: { onClose: () => void }) {
  const text = useMessages();
  const navigate = useNavigate();
  const start = useStartRun();
  const send = () =>
    start.mutate(undefined, {
      onSuccess: ({ id }) => void navigate({ to: '/lifecycle/runs/$runId', params: { runId: id } }),
    });
  return (
    <ConfirmDialog
      title={text('lifecycle.startTitle')}
      action={text('lifecycle.start')}
      isSending={start.isPending}
      error={start.error}
      onSend={send}
      onClose={onClose}
    >
      {text('lifecycle.startDetail')}
    </ConfirmDialog>
  );
}
