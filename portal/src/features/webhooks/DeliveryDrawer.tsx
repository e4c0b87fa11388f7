import type { HookDelivery } from '@charter/sdk';
import { Body1, Button, Caption1, makeStyles, Subtitle2, tokens } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { CodeBlock } from '../../components/CodeBlock.tsx';
import { DetailsDrawer } from '../../components/DetailsDrawer.tsx';
import { Facts } from '../../components/Facts.tsx';
import { Moment } from '../../components/Moment.tsx';
import { notify } from '../../components/notice-list.ts';
import { Problem } from '../../components/Problem.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { DeliveryBadge } from './DeliveryBadge.tsx';
import { useDelivery, useWebhookActions } from './queries.ts';

const useStyles = makeStyles({
  title: { margin: 0 },
  attempts: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    gap: tokens.spacingVerticalM,
  },
  attempt: {
    padding: tokens.spacingHorizontalM,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    display: 'grid',
    gap: tokens.spacingVerticalS,
    minWidth: 0,
  },
});

interface DeliveryDrawerProps {
  hookId: string;
  deliveryId: string;
  onClose: () => void;
}

/** A delivery: the message, its attempts with their request and response, and a button for a redelivery. */
export function DeliveryDrawer({ hookId, deliveryId, onClose }: DeliveryDrawerProps) {
  const text = useMessages();
  const delivery = useDelivery(hookId, deliveryId);
  const { redeliver } = useWebhookActions(hookId);
  return (
    <DetailsDrawer title={delivery.data?.event ?? text('hooks.deliveryTitle')} onClose={onClose}>
      <QueryView query={delivery}>
        {(found) => (
          <>
            <Summary delivery={found} />
            {(found.status !== 'pending' || found.attempts.length > 0) && (
              <div>
                <Button
                  appearance="primary"
                  disabledFocusable={redeliver.isPending}
                  onClick={() =>
                    redeliver.mutate(deliveryId, { onSuccess: () => notify(text('hooks.redelivered')) })
                  }
                >
                  {text(found.status === 'pending' ? 'hooks.sendNow' : 'hooks.redeliver')}
                </Button>
              </div>
            )}
            {redeliver.error !== null && <Problem error={redeliver.error} />}
            <Attempts attempts={found.attempts} />
            <Message body={found.body} />
          </>
        )}
      </QueryView>
    </DetailsDrawer>
  );
}

function Summary({ delivery }: { delivery: HookDelivery }) {
  const text = useMessages();
  const { id, status, createdDateTime, nextAttemptDateTime, completedDateTime } = delivery;
  return (
    <Facts
      facts={[
        [text('hooks.deliveryStatus'), <DeliveryBadge key="status" status={status} />],
        [text('hooks.deliveryId'), id],
        [text('hooks.created'), <Moment key="created" value={createdDateTime} />],
        [text('hooks.nextAttempt'), nextAttemptDateTime && <Moment key="next" value={nextAttemptDateTime} />],
        [text('hooks.completed'), completedDateTime && <Moment key="completed" value={completedDateTime} />],
      ]}
    />
  );
}

function Attempts({ attempts }: Pick<HookDelivery, 'attempts'>) {
  const styles = useStyles();
  const text = useMessages();
  return (
    <>
      <Subtitle2 as="h3" className={styles.title}>
        {text('hooks.attempts')}
      </Subtitle2>
      {attempts.length === 0 && <Body1>{text('hooks.noAttempts')}</Body1>}
      <ol className={styles.attempts} reversed>
        {attempts
          .toReversed()
          .map(({ time, status, durationMilliseconds, response, error, requestHeaders }) => (
            <li key={time} className={styles.attempt}>
              <Facts
                facts={[
                  [text('hooks.time'), <Moment key="time" value={time} />],
                  [text('hooks.answer'), status === undefined ? undefined : text('hooks.http', { status })],
                  [text('hooks.duration'), text('hooks.milliseconds', { count: durationMilliseconds })],
                  [text('hooks.error'), error],
                ]}
              />
              {requestHeaders === undefined ? (
                <Caption1>{text('hooks.noHeaders')}</Caption1>
              ) : (
                <Block
                  label={text('hooks.headers')}
                  text={requestHeaders.map(({ name, value }) => `${name}: ${value}`).join('\n')}
                />
              )}
              {response !== undefined && response !== '' && (
                <Block label={text('hooks.response')} text={response} />
              )}
            </li>
          ))}
      </ol>
    </>
  );
}

/** A text below its visible label. */
function Block({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <Caption1>{label}</Caption1>
      <CodeBlock label={label} text={text} />
    </div>
  );
}

function Message({ body }: { body: string | undefined }) {
  const styles = useStyles();
  const text = useMessages();
  return (
    <>
      <Subtitle2 as="h3" className={styles.title}>
        {text('hooks.message')}
      </Subtitle2>
      {body === undefined ? (
        <Body1>{text('hooks.noMessage')}</Body1>
      ) : (
        <CodeBlock label={text('hooks.message')} text={readable(body)} />
      )}
    </>
  );
}

function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
