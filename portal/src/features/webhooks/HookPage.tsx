import type { Hook } from '@charter/sdk';
import { MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';
import { useParams } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import { Facts } from '../../components/Facts.tsx';
import { Moment } from '../../components/Moment.tsx';
import { Page } from '../../components/Page.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { DeliveryList } from './DeliveryList.tsx';
import { HookActions } from './HookActions.tsx';
import { HookBadge } from './HookBadge.tsx';
import { useWebhook } from './queries.ts';

/** A webhook with its deliveries. Mail about failing webhooks links here. */
export function HookPage() {
  const text = useMessages();
  const { hookId } = useParams({ from: '/hooks/$hookId' });
  const hook = useWebhook(hookId);
  return (
    <Page
      wide
      title={hook.data?.name ?? text('hooks.one')}
      parent={{ to: '/hooks', label: text('hooks.title') }}
      actions={hook.data && <HookActions hook={hook.data} />}
    >
      <QueryView query={hook}>
        {(found) => (
          <>
            <Trouble hook={found} />
            <Section title={text('hooks.settings')}>
              <HookFacts hook={found} />
            </Section>
            <DeliveryList hook={found} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

/** Says that the webhook fails, or why the service has disabled it, and names the next step. */
function Trouble({ hook }: { hook: Hook }) {
  const text = useMessages();
  const { disabledReason, failingSince } = hook;
  if (disabledReason === undefined && failingSince === undefined) return null;
  return (
    <MessageBar intent={disabledReason === undefined ? 'warning' : 'error'} layout="multiline" role="status">
      <MessageBarBody>
        <MessageBarTitle>
          {text(disabledReason === undefined ? 'hooks.state.failing' : `hooks.disabled.${disabledReason}`)}
        </MessageBarTitle>
        {text(disabledReason === undefined ? 'hooks.failingAdvice' : 'hooks.disabledAdvice')}{' '}
        {failingSince !== undefined && <Moment value={failingSince} />}
      </MessageBarBody>
    </MessageBar>
  );
}

function HookFacts({ hook }: { hook: Hook }) {
  const text = useMessages();
  const { config, description, events, scope, creator, filter, createdDateTime } = hook;
  return (
    <Facts
      facts={[
        [text('hooks.state'), <HookBadge key="state" hook={hook} />],
        [text('hooks.url'), config.url],
        [text('hooks.description'), description],
        [text('hooks.events'), events.join(', ')],
        [text('hooks.templates'), filter.templates.join(', ')],
        [text('hooks.scope'), text(`hooks.scope.${scope}`)],
        [text('hooks.creator'), creator.displayName],
        [text('hooks.created'), <Moment key="created" value={createdDateTime} />],
      ]}
    />
  );
}
