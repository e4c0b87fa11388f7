import { Body1 } from '@fluentui/react-components';
import { Page } from '../components/Page.tsx';
import { useMessages } from './messages.ts';

export function NotFoundPage() {
  const text = useMessages();
  return (
    <Page title={text('notFound.title')}>
      <Body1>{text('notFound.detail')}</Body1>
    </Page>
  );
}
