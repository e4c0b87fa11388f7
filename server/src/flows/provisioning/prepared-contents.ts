/** The contents of a new team before they are planned. */
import type { TemplateFile } from '../../domain/catalog/manifest-contents.ts';
import type { TeamContents } from '../../domain/catalog/model.ts';
import type { ChannelReference } from '../../domain/contents/suite.ts';

/** A file of the template, with its text if it contained rules. */
export interface PreparedFile extends TemplateFile {
  text?: string;
}

/** A file or folder of the team to copy, in the folder of a channel. `size` is its total size in bytes. */
export interface SourceItem {
  source: ChannelReference & { path: string };
  size: number;
}

/**
 * The contents of a channel of the new team, with evaluated rules, and without parts that the suite does not support.
 */
export interface PreparedChannel extends Omit<TeamContents['channels'][number], 'files'> {
  /** Index among the channels of the structure; null for the primary channel. */
  index: number | null;
  files: PreparedFile[];
  copies: SourceItem[];
}

export interface PreparedContents {
  channels: PreparedChannel[];
}
