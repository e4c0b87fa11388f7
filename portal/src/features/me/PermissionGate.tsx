import { MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useMessages } from '../../base/messages.ts';
import { QueryView } from '../../components/QueryView.tsx';
import { type OperationId, useMe } from './queries.ts';

/** Shows the children to people whose roles allow the operation. Tells others whom to ask. */
export function PermissionGate({ operation, children }: { operation: OperationId; children: ReactNode }) {
  const text = useMessages();
  return (
    <QueryView query={useMe()}>
      {({ operations }) =>
        operations.includes(operation) ? (
          children
        ) : (
          <MessageBar intent="error" layout="multiline" role="alert">
            <MessageBarBody>
              <MessageBarTitle>{text('problem.forbidden')}</MessageBarTitle>
              {text('problem.forbiddenDetail')}
            </MessageBarBody>
          </MessageBar>
        )
      }
    </QueryView>
  );
}
