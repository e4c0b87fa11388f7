import { Body1, makeStyles, Tab, TabList, tokens } from '@fluentui/react-components';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import { Page } from '../../components/Page.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { WaitingChanges } from '../jobs/SecondApproval.tsx';
import { useIsAdministrator } from '../me/queries.ts';
import { ApprovalList } from './ApprovalList.tsx';
import { EverybodysApprovals } from './EverybodysApprovals.tsx';
import { type PersonalView, useApprovals } from './queries.ts';
import { APPROVAL_VIEWS, type ApprovalView } from './views.ts';
import { WaitingApprovals } from './WaitingApprovals.tsx';

const useStyles = makeStyles({
  tabs: { flexWrap: 'wrap' },
  panel: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalL },
});

export function ApprovalsPage() {
  const styles = useStyles();
  const text = useMessages();
  const isAdministrator = useIsAdministrator();
  const { view: asked = 'waiting', person, status } = useSearch({ from: '/approvals' });
  // Administrators can read every request. For others the service lists only requests that concern them.
  const views = APPROVAL_VIEWS.filter((name) => name !== 'all' || isAdministrator);
  const view = views.includes(asked) ? asked : 'waiting';
  const navigate = useNavigate();
  return (
    <Page wide={view === 'all'} title={text('approvals.title')}>
      {isAdministrator && <WaitingChanges types={['TeamBulk', 'RoleChange']} />}
      <TabList
        className={styles.tabs}
        selectedValue={view}
        onTabSelect={(_event, { value }) =>
          void navigate({ to: '/approvals', search: { view: value as ApprovalView } })
        }
      >
        {views.map((name) => (
          <Tab key={name} value={name} id={`tab-${name}`} aria-controls="approval-list">
            {text(`approvals.view.${name}`)}
          </Tab>
        ))}
      </TabList>
      <div role="tabpanel" id="approval-list" className={styles.panel} aria-labelledby={`tab-${view}`}>
        {view === 'all' ? (
          <EverybodysApprovals person={person} status={status} />
        ) : (
          <PersonalApprovals view={view} />
        )}
      </div>
    </Page>
  );
}

function PersonalApprovals({ view }: { view: PersonalView }) {
  const text = useMessages();
  return (
    <QueryView
      query={useApprovals(view)}
      isEmpty={({ value }) => value.length === 0}
      empty={<Body1>{text(`approvals.empty.${view}`)}</Body1>}
    >
      {({ value }) =>
        view === 'waiting' ? <WaitingApprovals approvals={value} /> : <ApprovalList approvals={value} />
      }
    </QueryView>
  );
}
