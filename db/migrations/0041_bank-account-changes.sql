CREATE TABLE `bank_account_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`iban` text NOT NULL,
	`bic` text,
	`requested_by` text NOT NULL,
	`requested_at` integer NOT NULL,
	`effective_at` integer NOT NULL,
	`payouts_from` integer NOT NULL,
	`applied_at` integer,
	`cancelled_by` text,
	`cancelled_at` integer,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`requested_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cancelled_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bank_account_changes_pending` ON `bank_account_changes` (`company_id`) WHERE "bank_account_changes"."applied_at" is null and "bank_account_changes"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX `bank_account_changes_due` ON `bank_account_changes` (`effective_at`) WHERE "bank_account_changes"."applied_at" is null and "bank_account_changes"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX `bank_account_changes_held` ON `bank_account_changes` (`company_id`,`payouts_from`) WHERE "bank_account_changes"."cancelled_at" is null;--> statement-breakpoint
-- A change of the bank account stays as it was entered; it takes effect once, and is cancelled once.
CREATE TRIGGER bank_account_changes_immutable BEFORE UPDATE ON bank_account_changes
WHEN OLD.cancelled_at IS NOT NULL OR (OLD.applied_at IS NOT NULL AND NEW.applied_at IS NOT OLD.applied_at)
  OR NEW.id IS NOT OLD.id OR NEW.company_id IS NOT OLD.company_id OR NEW.iban IS NOT OLD.iban OR NEW.bic IS NOT OLD.bic
  OR NEW.requested_by IS NOT OLD.requested_by OR NEW.requested_at IS NOT OLD.requested_at
  OR NEW.effective_at IS NOT OLD.effective_at OR NEW.payouts_from IS NOT OLD.payouts_from
BEGIN SELECT RAISE(ABORT, 'bank account: a change is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER bank_account_changes_permanent BEFORE DELETE ON bank_account_changes
BEGIN SELECT RAISE(ABORT, 'bank account: a change is immutable'); END;
--> statement-breakpoint
-- Nothing is paid out to a company whose new bank account has not waited long enough.
CREATE TRIGGER ledger_payouts_wait BEFORE INSERT ON ledger_postings
WHEN NEW.kind = 'payout' AND EXISTS (
  SELECT 1 FROM ledger_entries e
  JOIN ledger_accounts a ON a.id = e.account_id AND a.kind IN ('provider_payable', 'client_funds')
  JOIN bank_account_changes c ON c.company_id = a.owner_id AND c.cancelled_at IS NULL AND c.payouts_from > NEW.at
  WHERE e.posting_id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'payout: the new bank account has to wait'); END;
