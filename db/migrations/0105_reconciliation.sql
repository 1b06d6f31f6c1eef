CREATE INDEX `ledger_postings_at` ON `ledger_postings` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `payouts_booked_on` ON `payouts` (`currency`,`booked_on`,`amount_cents`) WHERE "payouts"."booked_as" is not null;--> statement-breakpoint
CREATE INDEX `payouts_returned_on` ON `payouts` (`currency`,`returned_on`,`amount_cents`) WHERE "payouts"."returned_as" is not null;--> statement-breakpoint
CREATE INDEX `bank_transfers_paid` ON `bank_transfers` (`currency`,`paid_on`,`id`,`amount_cents`);--> statement-breakpoint
CREATE INDEX `statement_rows_own` ON `statement_rows` (`currency`,`booked_on`,`amount_cents`) WHERE "statement_rows"."booked_at" is not null and "statement_rows"."outcome" in ('charge', 'interest', 'unexplained') and "statement_rows"."settled_as" is not 'payout';