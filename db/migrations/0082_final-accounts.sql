CREATE TABLE `final_account_items` (
	`id` text PRIMARY KEY NOT NULL,
	`final_account_id` text NOT NULL,
	`position` integer NOT NULL,
	`claimant` text NOT NULL,
	`kind` text NOT NULL,
	`description` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`answer` text NOT NULL,
	`answer_text` text NOT NULL,
	FOREIGN KEY (`final_account_id`) REFERENCES `final_accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `final_account_items_position` ON `final_account_items` (`final_account_id`,`claimant`,`position`);--> statement-breakpoint
CREATE TABLE `final_account_signatures` (
	`id` text PRIMARY KEY NOT NULL,
	`final_account_id` text NOT NULL,
	`party` text NOT NULL,
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`typed_name` text NOT NULL,
	`account_name` text NOT NULL,
	`account_email` text NOT NULL,
	`account_source` text NOT NULL,
	`name_reason` text,
	`ordinal` integer NOT NULL,
	`document_hash` text NOT NULL,
	`job_title` text,
	`authority` text,
	`record_hash` text NOT NULL,
	`ip` text,
	`user_agent` text,
	`signed_at` integer NOT NULL,
	FOREIGN KEY (`final_account_id`) REFERENCES `final_accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `final_account_signatures_party` ON `final_account_signatures` (`final_account_id`,`party`,`ordinal`);--> statement-breakpoint
CREATE TABLE `final_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`contract_id` text NOT NULL,
	`number` integer NOT NULL,
	`begun_by` text NOT NULL,
	`status` text NOT NULL,
	`net_cents` integer,
	`vat_cents` integer,
	`paid_cents` integer,
	`held_cents` integer,
	`retention_cents` integer,
	`invoiced_cents` integer,
	`document_text` text,
	`document_hash` text,
	`proposed_at` integer,
	`decided_at` integer,
	`return_reason` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`contract_id`) REFERENCES `contracts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `final_accounts_number` ON `final_accounts` (`contract_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `final_accounts_document_hash` ON `final_accounts` (`document_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `final_accounts_one_standing` ON `final_accounts` (`contract_id`) WHERE "final_accounts"."status" <> 'returned';--> statement-breakpoint
-- What one party has signed stays as it was signed, and what was decided stays decided.
CREATE TRIGGER final_accounts_frozen BEFORE UPDATE ON final_accounts
WHEN NEW.id IS NOT OLD.id OR NEW.contract_id IS NOT OLD.contract_id OR NEW.number IS NOT OLD.number OR NEW.begun_by IS NOT OLD.begun_by
  OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at
  OR OLD.status IN ('signed', 'returned')
  OR (OLD.document_hash IS NOT NULL AND (
    NEW.document_text IS NOT OLD.document_text OR NEW.document_hash IS NOT OLD.document_hash OR NEW.proposed_at IS NOT OLD.proposed_at
    OR NEW.net_cents IS NOT OLD.net_cents OR NEW.vat_cents IS NOT OLD.vat_cents OR NEW.paid_cents IS NOT OLD.paid_cents
    OR NEW.held_cents IS NOT OLD.held_cents OR NEW.retention_cents IS NOT OLD.retention_cents
    OR NEW.invoiced_cents IS NOT OLD.invoiced_cents))
BEGIN SELECT RAISE(ABORT, 'final account: the text is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER final_accounts_steps BEFORE UPDATE ON final_accounts
WHEN (NEW.status <> 'draft' AND NEW.document_hash IS NULL)
  OR (NEW.status <> OLD.status
    AND (OLD.status, NEW.status) NOT IN (VALUES ('draft', 'proposed'), ('proposed', 'signed'), ('proposed', 'returned')))
  OR (NEW.status = 'signed' AND (
    SELECT count(DISTINCT party) FROM final_account_signatures
    WHERE final_account_id = NEW.id AND document_hash = NEW.document_hash) < 2)
BEGIN SELECT RAISE(ABORT, 'final account: it is not signed by both parties'); END;
--> statement-breakpoint
CREATE TRIGGER final_accounts_begin BEFORE INSERT ON final_accounts
WHEN NEW.status <> 'draft' OR NEW.document_hash IS NOT NULL
  OR EXISTS (SELECT 1 FROM final_accounts WHERE id = NEW.id OR (contract_id = NEW.contract_id AND number = NEW.number))
BEGIN SELECT RAISE(ABORT, 'final account: it begins unsigned'); END;
--> statement-breakpoint
CREATE TRIGGER final_accounts_permanent BEFORE DELETE ON final_accounts
BEGIN SELECT RAISE(ABORT, 'final account: it is permanent'); END;
--> statement-breakpoint
CREATE TRIGGER final_account_items_added BEFORE INSERT ON final_account_items
WHEN NEW.amount_cents <= 0 OR (SELECT document_hash FROM final_accounts WHERE id = NEW.final_account_id) IS NOT NULL
  OR EXISTS (SELECT 1 FROM final_account_items WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'final account: the text is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER final_account_items_changed BEFORE UPDATE ON final_account_items
WHEN NEW.id IS NOT OLD.id OR NEW.final_account_id IS NOT OLD.final_account_id OR NEW.claimant IS NOT OLD.claimant
  OR NEW.amount_cents <= 0 OR (SELECT document_hash FROM final_accounts WHERE id = OLD.final_account_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'final account: the text is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER final_account_items_removed BEFORE DELETE ON final_account_items
WHEN (SELECT document_hash FROM final_accounts WHERE id = OLD.final_account_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'final account: the text is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER final_account_signatures_added BEFORE INSERT ON final_account_signatures
WHEN (SELECT status FROM final_accounts WHERE id = NEW.final_account_id) IS NOT 'proposed'
  OR EXISTS (SELECT 1 FROM final_account_signatures
    WHERE id = NEW.id OR (final_account_id = NEW.final_account_id AND party = NEW.party AND ordinal = NEW.ordinal))
BEGIN SELECT RAISE(ABORT, 'final account: a signature is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER final_account_signatures_changed BEFORE UPDATE ON final_account_signatures
BEGIN SELECT RAISE(ABORT, 'final account: a signature is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER final_account_signatures_permanent BEFORE DELETE ON final_account_signatures
BEGIN SELECT RAISE(ABORT, 'final account: a signature is immutable'); END;
