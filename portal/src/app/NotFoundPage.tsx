import { Body1 } from '@fluentui/react-components';
import { useMessages } from '../base/messages.ts';
import { Page } from '../components/Page.tsx';

export function NotFoundPage() {
  const text = useMessages();
  return (
    <Page title={text('notFound.title')}>
      <Body1>{text('notFound.detail')}</Body1>
    </Page>
  );
}
