CREATE TABLE `financial_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`iban` text,
	`currency` text NOT NULL,
	`opening_cents` integer NOT NULL,
	`opening_on` text NOT NULL,
	`archived_at` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `financial_accounts_company` ON `financial_accounts` (`company_id`,`id`);--> statement-breakpoint
CREATE TABLE `financial_own_categories` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`category` text NOT NULL,
	`name` text NOT NULL,
	`archived_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `financial_own_categories_company` ON `financial_own_categories` (`company_id`,`id`);--> statement-breakpoint
CREATE TABLE `financial_splits` (
	`id` text PRIMARY KEY NOT NULL,
	`transaction_id` text NOT NULL,
	`position` integer NOT NULL,
	`category` text NOT NULL,
	`own_category_id` text,
	`project_id` text,
	`amount_cents` integer NOT NULL,
	`vat` text NOT NULL,
	`vat_rate_bp` integer NOT NULL,
	`vat_cents` integer NOT NULL,
	FOREIGN KEY (`transaction_id`) REFERENCES `financial_transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`own_category_id`) REFERENCES `financial_own_categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `financial_splits_position` ON `financial_splits` (`transaction_id`,`position`);--> statement-breakpoint
CREATE INDEX `financial_splits_project` ON `financial_splits` (`project_id`) WHERE "financial_splits"."project_id" is not null;--> statement-breakpoint
CREATE INDEX `financial_splits_own_category` ON `financial_splits` (`own_category_id`) WHERE "financial_splits"."own_category_id" is not null;--> statement-breakpoint
CREATE TABLE `financial_transactions` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`account_id` text NOT NULL,
	`status` text NOT NULL,
	`source` text NOT NULL,
	`day` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`counterparty` text NOT NULL,
	`text` text NOT NULL,
	`reference` text NOT NULL,
	`import_key` text,
	`invoice_id` text,
	`reverses_id` text,
	`posted_by` text,
	`posted_at` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`account_id`) REFERENCES `financial_accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reverses_id`) REFERENCES `financial_transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`posted_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `financial_transactions_company` ON `financial_transactions` (`company_id`,`day`,`id`);--> statement-breakpoint
CREATE INDEX `financial_transactions_drafts` ON `financial_transactions` (`company_id`,`day`,`id`) WHERE "financial_transactions"."status" = 'draft';--> statement-breakpoint
CREATE INDEX `financial_transactions_account` ON `financial_transactions` (`account_id`,`day`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `financial_transactions_import` ON `financial_transactions` (`account_id`,`import_key`);--> statement-breakpoint
CREATE INDEX `financial_transactions_invoice` ON `financial_transactions` (`invoice_id`) WHERE "financial_transactions"."invoice_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `financial_transactions_reverses` ON `financial_transactions` (`reverses_id`) WHERE "financial_transactions"."reverses_id" is not null;--> statement-breakpoint
CREATE TRIGGER financial_accounts_kept BEFORE UPDATE ON financial_accounts
WHEN NEW.id IS NOT OLD.id OR NEW.company_id IS NOT OLD.company_id OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at
  OR (NEW.currency IS NOT OLD.currency AND EXISTS (SELECT 1 FROM financial_transactions WHERE account_id = OLD.id))
BEGIN SELECT RAISE(ABORT, 'finance: an account keeps its company, and its currency once it has rows'); END;
--> statement-breakpoint
CREATE TRIGGER financial_accounts_permanent BEFORE DELETE ON financial_accounts
BEGIN SELECT RAISE(ABORT, 'finance: an account is archived, never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER financial_transactions_begun BEFORE INSERT ON financial_transactions
WHEN NEW.status <> 'draft' OR NEW.amount_cents = 0 OR NEW.posted_at IS NOT NULL OR NEW.posted_by IS NOT NULL OR EXISTS (SELECT 1 FROM financial_transactions WHERE id = NEW.id
    OR (account_id = NEW.account_id AND import_key = NEW.import_key) OR reverses_id = NEW.reverses_id)
  OR (NEW.source = 'reversal') IS NOT (NEW.reverses_id IS NOT NULL)
  OR NOT EXISTS (SELECT 1 FROM financial_accounts a WHERE a.id = NEW.account_id AND a.company_id = NEW.company_id AND a.currency = NEW.currency)
  OR (NEW.reverses_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM financial_transactions r WHERE r.id = NEW.reverses_id AND r.status = 'posted'
    AND r.account_id = NEW.account_id AND r.amount_cents = -NEW.amount_cents AND r.source <> 'reversal'))
BEGIN SELECT RAISE(ABORT, 'finance: a row begins as a draft on an account of its company and currency'); END;
--> statement-breakpoint
-- What is posted stays as it is; what a bank said stays as the bank said it.
CREATE TRIGGER financial_transactions_kept BEFORE UPDATE ON financial_transactions
WHEN OLD.status = 'posted' OR NEW.id IS NOT OLD.id OR NEW.company_id IS NOT OLD.company_id OR NEW.source IS NOT OLD.source OR NEW.import_key IS NOT OLD.import_key
  OR NEW.reverses_id IS NOT OLD.reverses_id OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.amount_cents = 0
  OR (OLD.source <> 'manual' AND (NEW.account_id IS NOT OLD.account_id OR NEW.day IS NOT OLD.day OR NEW.amount_cents IS NOT OLD.amount_cents
    OR NEW.counterparty IS NOT OLD.counterparty OR NEW.reference IS NOT OLD.reference OR NEW.text IS NOT OLD.text))
  OR NOT EXISTS (SELECT 1 FROM financial_accounts a WHERE a.id = NEW.account_id AND a.company_id = NEW.company_id AND a.currency = NEW.currency)
  OR (NEW.status = 'posted' AND (NEW.posted_at IS NULL OR NEW.posted_by IS NULL
    OR ((SELECT count(*) FROM financial_splits WHERE transaction_id = OLD.id) > 0) IS NOT (NEW.invoice_id IS NULL)
    OR (NEW.invoice_id IS NULL AND (SELECT sum(amount_cents) FROM financial_splits WHERE transaction_id = OLD.id) IS NOT NEW.amount_cents)))
BEGIN SELECT RAISE(ABORT, 'finance: what is posted stays, and its parts add up to it'); END;
--> statement-breakpoint
CREATE TRIGGER financial_transactions_permanent BEFORE DELETE ON financial_transactions WHEN OLD.status = 'posted'
BEGIN SELECT RAISE(ABORT, 'finance: what is posted is permanent'); END;
--> statement-breakpoint
CREATE TRIGGER financial_splits_added BEFORE INSERT ON financial_splits
WHEN NEW.amount_cents = 0 OR abs(NEW.vat_cents) > abs(NEW.amount_cents) OR EXISTS (SELECT 1 FROM financial_splits WHERE id = NEW.id OR (transaction_id = NEW.transaction_id AND position = NEW.position))
  OR (SELECT status FROM financial_transactions WHERE id = NEW.transaction_id) IS NOT 'draft'
  OR (NEW.own_category_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM financial_own_categories o JOIN financial_transactions t ON t.id = NEW.transaction_id
    WHERE o.id = NEW.own_category_id AND o.company_id = t.company_id AND o.category = NEW.category))
BEGIN SELECT RAISE(ABORT, 'finance: only a draft gets parts, of its own company'); END;
--> statement-breakpoint
CREATE TRIGGER financial_splits_kept BEFORE UPDATE ON financial_splits
BEGIN SELECT RAISE(ABORT, 'finance: parts are replaced, not changed'); END;
--> statement-breakpoint
CREATE TRIGGER financial_splits_permanent BEFORE DELETE ON financial_splits
WHEN (SELECT status FROM financial_transactions WHERE id = OLD.transaction_id) = 'posted'
BEGIN SELECT RAISE(ABORT, 'finance: what is posted is permanent'); END;
--> statement-breakpoint
CREATE TRIGGER financial_own_categories_kept BEFORE UPDATE ON financial_own_categories
WHEN NEW.id IS NOT OLD.id OR NEW.company_id IS NOT OLD.company_id OR NEW.category IS NOT OLD.category
BEGIN SELECT RAISE(ABORT, 'finance: an own category stays where it is in the chart'); END;
--> statement-breakpoint
CREATE TRIGGER financial_own_categories_permanent BEFORE DELETE ON financial_own_categories
BEGIN SELECT RAISE(ABORT, 'finance: an own category is archived, never deleted'); END;
