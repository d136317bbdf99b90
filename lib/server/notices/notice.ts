export type NoticeChannel = 'webhook' | 'telegram';

/** What somebody is told of a new lead; enough to call back, and a link to the rest. */
export interface LeadNotice {
  leadId: string;
  /** In the form +998901234567. */
  phone: string;
  createdAt: Date;
  durationS: number;
  name?: string;
  goal?: string;
  /** The lead's page, absent if the server does not know its own address. */
  url?: string;
}
