import { MessageBar, MessageBarBody } from '@fluentui/react-components';
import { FormattedDate } from 'react-intl';
import { useMessages } from '../../base/messages.ts';
import { useMe } from './queries.ts';

/** Shows the current notices about Microsoft 365 on every page. */
export function SuiteNotices() {
  const text = useMessages();
  const notices = useMe().data?.notices ?? [];
  return notices.map(({ code, since }) => (
    <MessageBar key={code} intent="warning" layout="multiline">
      <MessageBarBody>
        {text(`suite.${code}`)}{' '}
        <time dateTime={since}>
          <FormattedDate value={since} dateStyle="medium" timeStyle="short" />
        </time>
      </MessageBarBody>
    </MessageBar>
  ));
}
