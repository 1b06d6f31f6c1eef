CREATE TABLE `financial_receipts` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`file_id` text NOT NULL,
	`transaction_id` text,
	`note` text NOT NULL,
	`added_by` text NOT NULL,
	`added_at` integer NOT NULL,
	`removed_by` text,
	`removed_at` integer,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`transaction_id`) REFERENCES `financial_transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`added_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`removed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `financial_receipts_file` ON `financial_receipts` (`file_id`);--> statement-breakpoint
CREATE INDEX `financial_receipts_inbox` ON `financial_receipts` (`company_id`,`id`) WHERE "financial_receipts"."transaction_id" is null and "financial_receipts"."removed_at" is null;--> statement-breakpoint
CREATE INDEX `financial_receipts_transaction` ON `financial_receipts` (`transaction_id`) WHERE "financial_receipts"."transaction_id" is not null;
--> statement-breakpoint
CREATE TRIGGER financial_receipts_added BEFORE INSERT ON financial_receipts
WHEN NEW.removed_at IS NOT NULL OR NEW.transaction_id IS NOT NULL OR EXISTS (SELECT 1 FROM financial_receipts WHERE id = NEW.id OR file_id = NEW.file_id)
BEGIN SELECT RAISE(ABORT, 'finance: a receipt waits in the inbox first'); END;
--> statement-breakpoint
-- It stays with the company, and with a row that is posted.
CREATE TRIGGER financial_receipts_kept BEFORE UPDATE ON financial_receipts
WHEN NEW.id IS NOT OLD.id OR NEW.company_id IS NOT OLD.company_id OR NEW.file_id IS NOT OLD.file_id OR NEW.note IS NOT OLD.note
  OR NEW.added_by IS NOT OLD.added_by OR NEW.added_at IS NOT OLD.added_at OR OLD.removed_at IS NOT NULL
  OR (NEW.removed_at IS NOT NULL AND (NEW.transaction_id IS NOT NULL OR NEW.removed_by IS NULL))
  OR (OLD.transaction_id IS NOT NULL AND NEW.transaction_id IS NOT OLD.transaction_id
    AND (SELECT status FROM financial_transactions WHERE id = OLD.transaction_id) = 'posted')
  OR (NEW.transaction_id IS NOT NULL AND (SELECT company_id FROM financial_transactions WHERE id = NEW.transaction_id) IS NOT NEW.company_id)
BEGIN SELECT RAISE(ABORT, 'finance: a receipt stays with its company, and with a posted row'); END;
--> statement-breakpoint
CREATE TRIGGER financial_receipts_permanent BEFORE DELETE ON financial_receipts
BEGIN SELECT RAISE(ABORT, 'finance: a receipt is taken out of the inbox, never deleted'); END;
