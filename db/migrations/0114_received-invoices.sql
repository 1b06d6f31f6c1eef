CREATE TABLE `received_invoice_parts` (
	`id` text PRIMARY KEY NOT NULL,
	`received_invoice_id` text NOT NULL,
	`position` integer NOT NULL,
	`category` text NOT NULL,
	`own_category_id` text,
	`project_id` text,
	`net_cents` integer NOT NULL,
	FOREIGN KEY (`received_invoice_id`) REFERENCES `received_invoices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`own_category_id`) REFERENCES `financial_own_categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `received_invoice_parts_position` ON `received_invoice_parts` (`received_invoice_id`,`position`);--> statement-breakpoint
CREATE INDEX `received_invoice_parts_project` ON `received_invoice_parts` (`project_id`) WHERE "received_invoice_parts"."project_id" is not null;--> statement-breakpoint
CREATE TABLE `received_invoice_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`received_invoice_id` text NOT NULL,
	`source` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`paid_on` text NOT NULL,
	`transaction_id` text,
	`reverses_id` text,
	`recorded_by` text NOT NULL,
	`recorded_at` integer NOT NULL,
	FOREIGN KEY (`received_invoice_id`) REFERENCES `received_invoices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`transaction_id`) REFERENCES `financial_transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reverses_id`) REFERENCES `received_invoice_payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`recorded_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `received_invoice_payments_invoice` ON `received_invoice_payments` (`received_invoice_id`);--> statement-breakpoint
CREATE INDEX `received_invoice_payments_transaction` ON `received_invoice_payments` (`transaction_id`) WHERE "received_invoice_payments"."transaction_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `received_invoice_payments_reverses` ON `received_invoice_payments` (`reverses_id`) WHERE "received_invoice_payments"."reverses_id" is not null;--> statement-breakpoint
CREATE TABLE `received_invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`status` text NOT NULL,
	`kind` text NOT NULL,
	`format` text NOT NULL,
	`file_id` text NOT NULL,
	`supplier_name` text NOT NULL,
	`supplier_key` text NOT NULL,
	`supplier_business_id` text,
	`supplier_vat_number` text,
	`supplier_country` text NOT NULL,
	`number` text NOT NULL,
	`number_key` text NOT NULL,
	`issue_date` text NOT NULL,
	`due_date` text NOT NULL,
	`currency` text NOT NULL,
	`net_cents` integer NOT NULL,
	`vat_cents` integer NOT NULL,
	`gross_cents` integer NOT NULL,
	`payable_cents` integer NOT NULL,
	`paid_cents` integer DEFAULT 0 NOT NULL,
	`vat` text NOT NULL,
	`iban` text,
	`bic` text,
	`reference` text NOT NULL,
	`content` text,
	`notes` text NOT NULL,
	`deducts_vat` integer DEFAULT true NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`refused_reason` text,
	`checked_by` text,
	`checked_at` integer,
	`approved_by` text,
	`approved_at` integer,
	`added_by` text NOT NULL,
	`added_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`checked_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`approved_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`added_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `received_invoices_number` ON `received_invoices` (`company_id`,`supplier_key`,`number_key`) WHERE "received_invoices"."status" <> 'refused';--> statement-breakpoint
CREATE UNIQUE INDEX `received_invoices_file` ON `received_invoices` (`file_id`);--> statement-breakpoint
CREATE INDEX `received_invoices_company` ON `received_invoices` (`company_id`,`status`,`due_date`,`id`);--> statement-breakpoint
CREATE INDEX `received_invoices_supplier` ON `received_invoices` (`company_id`,`supplier_key`,`id`);--> statement-breakpoint
CREATE INDEX `received_invoices_issued` ON `received_invoices` (`company_id`,`issue_date`,`id`);--> statement-breakpoint
CREATE INDEX `received_invoices_open` ON `received_invoices` (`company_id`,`due_date`,`currency`,`kind`,`payable_cents`,`paid_cents`) WHERE "received_invoices"."status" in ('received','checked','approved');
--> statement-breakpoint
-- What an invoice states stays; what is approved is coded, and what is paid is what its payments add up to.
CREATE TRIGGER received_invoices_begun BEFORE INSERT ON received_invoices
WHEN NEW.status <> 'received' OR NEW.paid_cents <> 0 OR NEW.gross_cents <= 0 OR NEW.payable_cents < 0 OR NEW.checked_by IS NOT NULL
  OR NEW.approved_by IS NOT NULL OR NEW.refused_reason IS NOT NULL
  OR EXISTS (SELECT 1 FROM received_invoices WHERE id = NEW.id OR file_id = NEW.file_id
    OR (company_id = NEW.company_id AND supplier_key = NEW.supplier_key AND number_key = NEW.number_key AND status <> 'refused'))
BEGIN SELECT RAISE(ABORT, 'received: an invoice begins unchecked and unpaid, once'); END;
--> statement-breakpoint
CREATE TRIGGER received_invoices_kept BEFORE UPDATE ON received_invoices
WHEN NEW.id IS NOT OLD.id OR NEW.company_id IS NOT OLD.company_id OR NEW.kind IS NOT OLD.kind OR NEW.format IS NOT OLD.format
  OR NEW.file_id IS NOT OLD.file_id OR NEW.supplier_name IS NOT OLD.supplier_name OR NEW.supplier_key IS NOT OLD.supplier_key
  OR NEW.supplier_business_id IS NOT OLD.supplier_business_id OR NEW.supplier_vat_number IS NOT OLD.supplier_vat_number
  OR NEW.supplier_country IS NOT OLD.supplier_country OR NEW.number IS NOT OLD.number OR NEW.number_key IS NOT OLD.number_key
  OR NEW.issue_date IS NOT OLD.issue_date OR NEW.currency IS NOT OLD.currency OR NEW.net_cents IS NOT OLD.net_cents
  OR NEW.vat_cents IS NOT OLD.vat_cents OR NEW.gross_cents IS NOT OLD.gross_cents OR NEW.payable_cents IS NOT OLD.payable_cents
  OR NEW.vat IS NOT OLD.vat OR NEW.iban IS NOT OLD.iban OR NEW.bic IS NOT OLD.bic OR NEW.reference IS NOT OLD.reference
  OR NEW.content IS NOT OLD.content OR NEW.added_by IS NOT OLD.added_by OR NEW.added_at IS NOT OLD.added_at OR OLD.status = 'refused'
  OR (NEW.status = 'refused') IS NOT (NEW.refused_reason IS NOT NULL) OR (NEW.status = 'refused' AND NEW.paid_cents <> 0)
  OR NEW.paid_cents IS NOT (SELECT coalesce(sum(amount_cents), 0) FROM received_invoice_payments WHERE received_invoice_id = OLD.id)
  OR (NEW.status IN ('approved', 'paid') AND (NEW.approved_by IS NULL OR NEW.checked_by IS NULL
    OR (SELECT sum(net_cents) FROM received_invoice_parts WHERE received_invoice_id = OLD.id) IS NOT NEW.net_cents))
  OR (NEW.status = 'paid' AND NEW.paid_cents < NEW.payable_cents)
BEGIN SELECT RAISE(ABORT, 'received: what an invoice states stays, and what is approved adds up'); END;
--> statement-breakpoint
CREATE TRIGGER received_invoices_permanent BEFORE DELETE ON received_invoices
BEGIN SELECT RAISE(ABORT, 'received: an invoice is refused, never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER received_invoice_parts_added BEFORE INSERT ON received_invoice_parts
WHEN EXISTS (SELECT 1 FROM received_invoice_parts WHERE id = NEW.id OR (received_invoice_id = NEW.received_invoice_id AND position = NEW.position))
  OR (SELECT status IN ('received', 'checked') FROM received_invoices WHERE id = NEW.received_invoice_id) IS NOT 1
  OR (NEW.own_category_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM financial_own_categories o JOIN received_invoices i ON i.id = NEW.received_invoice_id
    WHERE o.id = NEW.own_category_id AND o.company_id = i.company_id AND o.category = NEW.category))
BEGIN SELECT RAISE(ABORT, 'received: parts are of an invoice that is not approved, of its own company'); END;
--> statement-breakpoint
CREATE TRIGGER received_invoice_parts_kept BEFORE UPDATE ON received_invoice_parts
BEGIN SELECT RAISE(ABORT, 'received: parts are replaced, not changed'); END;
--> statement-breakpoint
CREATE TRIGGER received_invoice_parts_permanent BEFORE DELETE ON received_invoice_parts
WHEN (SELECT status IN ('received', 'checked') FROM received_invoices WHERE id = OLD.received_invoice_id) IS NOT 1
BEGIN SELECT RAISE(ABORT, 'received: what is approved keeps its parts'); END;
--> statement-breakpoint
CREATE TRIGGER received_invoice_payments_added BEFORE INSERT ON received_invoice_payments
WHEN NEW.amount_cents = 0 OR EXISTS (SELECT 1 FROM received_invoice_payments WHERE id = NEW.id OR reverses_id = NEW.reverses_id)
  OR (SELECT status IN ('approved', 'paid') FROM received_invoices WHERE id = NEW.received_invoice_id) IS NOT 1
  OR (NEW.reverses_id IS NULL) IS NOT (NEW.amount_cents > 0)
  OR (NEW.reverses_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM received_invoice_payments p WHERE p.id = NEW.reverses_id
    AND p.received_invoice_id = NEW.received_invoice_id AND p.amount_cents = -NEW.amount_cents AND p.paid_on = NEW.paid_on AND p.reverses_id IS NULL))
  OR (NEW.transaction_id IS NOT NULL AND (SELECT company_id FROM financial_transactions WHERE id = NEW.transaction_id)
    IS NOT (SELECT company_id FROM received_invoices WHERE id = NEW.received_invoice_id))
BEGIN SELECT RAISE(ABORT, 'received: a payment is of an approved invoice, and is taken back by its opposite'); END;
--> statement-breakpoint
-- Only the row of the books that a payment is can be found, or found to be wrong, later; a posted row keeps its payment.
CREATE TRIGGER received_invoice_payments_kept BEFORE UPDATE ON received_invoice_payments
WHEN NEW.id IS NOT OLD.id OR NEW.received_invoice_id IS NOT OLD.received_invoice_id OR NEW.source IS NOT OLD.source
  OR NEW.amount_cents IS NOT OLD.amount_cents OR NEW.paid_on IS NOT OLD.paid_on OR NEW.reverses_id IS NOT OLD.reverses_id
  OR NEW.recorded_by IS NOT OLD.recorded_by OR NEW.recorded_at IS NOT OLD.recorded_at
  OR (OLD.transaction_id IS NOT NULL AND (SELECT status FROM financial_transactions WHERE id = OLD.transaction_id) = 'posted')
  OR (NEW.transaction_id IS NOT NULL AND (SELECT company_id FROM financial_transactions WHERE id = NEW.transaction_id)
    IS NOT (SELECT company_id FROM received_invoices WHERE id = NEW.received_invoice_id))
BEGIN SELECT RAISE(ABORT, 'received: a payment stays as it was recorded'); END;
--> statement-breakpoint
CREATE TRIGGER received_invoice_payments_permanent BEFORE DELETE ON received_invoice_payments
BEGIN SELECT RAISE(ABORT, 'received: a payment is taken back, never deleted'); END;
--> statement-breakpoint
-- As before, and a row that pays a received invoice has no parts either: the invoice says what it is for.
DROP TRIGGER financial_transactions_kept;
--> statement-breakpoint
CREATE TRIGGER financial_transactions_kept BEFORE UPDATE ON financial_transactions
WHEN OLD.status = 'posted' OR NEW.id IS NOT OLD.id OR NEW.company_id IS NOT OLD.company_id OR NEW.source IS NOT OLD.source OR NEW.import_key IS NOT OLD.import_key
  OR NEW.reverses_id IS NOT OLD.reverses_id OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.amount_cents = 0
  OR (OLD.source <> 'manual' AND (NEW.account_id IS NOT OLD.account_id OR NEW.day IS NOT OLD.day OR NEW.amount_cents IS NOT OLD.amount_cents
    OR NEW.counterparty IS NOT OLD.counterparty OR NEW.reference IS NOT OLD.reference OR NEW.text IS NOT OLD.text))
  OR NOT EXISTS (SELECT 1 FROM financial_accounts a WHERE a.id = NEW.account_id AND a.company_id = NEW.company_id AND a.currency = NEW.currency)
  OR (NEW.status = 'posted' AND (NEW.posted_at IS NULL OR NEW.posted_by IS NULL
    OR ((SELECT count(*) FROM financial_splits WHERE transaction_id = OLD.id) > 0)
      IS NOT (NEW.invoice_id IS NULL AND NOT EXISTS (SELECT 1 FROM received_invoice_payments WHERE transaction_id = OLD.id))
    OR (NEW.invoice_id IS NULL AND NOT EXISTS (SELECT 1 FROM received_invoice_payments WHERE transaction_id = OLD.id)
      AND (SELECT sum(amount_cents) FROM financial_splits WHERE transaction_id = OLD.id) IS NOT NEW.amount_cents)))
BEGIN SELECT RAISE(ABORT, 'finance: what is posted stays, and its parts add up to it'); END;
