import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { CopyRegular } from '@fluentui/react-icons';
import { useRef, useState } from 'react';
import { useMessages } from '../base/messages.ts';

const useStyles = makeStyles({
  line: { display: 'flex', gap: tokens.spacingHorizontalS },
  copy: { flexShrink: 0, whiteSpace: 'nowrap' },
  text: { flexGrow: 1, minWidth: 0, fontFamily: tokens.fontFamilyMonospace },
});

/** A read-only text with a button that copies it. */
export function CopyField({ label, value, hint }: { label: string; value: string; hint?: string }) {
  const styles = useStyles();
  const text = useMessages();
  const line = useRef<HTMLDivElement>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    line.current?.querySelector('input')?.select();
    // Pages without TLS have no clipboard, and browsers may deny it. The text is then selected for Ctrl+C.
    const written = navigator.clipboard?.writeText(value).then(
      () => true,
      () => false,
    );
    setCopied((await written) === true);
  };
  return (
    <div ref={line} className={styles.line}>
      <Field label={label} hint={hint ?? ''} className={styles.text}>
        <Input
          readOnly
          value={value}
          contentAfter={
            <Button
              className={styles.copy}
              appearance="transparent"
              size="small"
              icon={<CopyRegular />}
              onClick={() => void copy()}
            >
              {text(isCopied ? 'action.copied' : 'action.copy')}
            </Button>
          }
        />
      </Field>
    </div>
  );
}
