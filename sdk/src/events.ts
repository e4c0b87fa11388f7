/** Reads server-sent events (WHATWG HTML, section 9.2). */
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { CallOptions } from './options.ts';

/** One event. Its name determines the type of its data. */
export type EventOf<Events extends Readonly<Record<string, unknown>>> = {
  [Name in keyof Events & string]: { event: Name; id: string; data: Events[Name] };
}[keyof Events & string];

export interface StreamOptions extends CallOptions {
  /** Id of the last event that the caller received. The stream continues after it. */
  lastEventId?: string;
  /** Runs for each chunk of the stream. The first call shows that the stream is open. */
  onOpen?: () => void;
  /** Receives the milliseconds to wait before the next connection, each time the service names them. */
  onRetry?: (milliseconds: number) => void;
}

/** Yields the events of a response until the response ends. A proxy or a stopping node may cut it short. */
export async function* readEvents<Event>(
  body: ReadableStream<Uint8Array>,
  { onOpen = () => undefined, onRetry = () => undefined }: Pick<StreamOptions, 'onOpen' | 'onRetry'> = {},
): AsyncGenerator<Event, void, undefined> {
  const opening = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      onOpen();
      controller.enqueue(chunk);
    },
  });
  const events = body
    .pipeThrough(opening)
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream({ onRetry }));
  const reader = events.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield { event: value.event, id: value.id ?? '', data: JSON.parse(value.data) } as Event;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
