CREATE TABLE `invoice_adjustments` (
	`id` text PRIMARY KEY NOT NULL,
	`invoice_id` text NOT NULL,
	`position` integer NOT NULL,
	`line_position` integer,
	`kind` text NOT NULL,
	`reason_code` text NOT NULL,
	`reason` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`rate_bp` integer,
	`base_cents` integer,
	`vat_rate_bp` integer,
	`vat_category` text,
	`vat_ground` text,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_adjustments_position` ON `invoice_adjustments` (`invoice_id`,`position`);--> statement-breakpoint
CREATE TABLE `invoice_advances` (
	`id` text PRIMARY KEY NOT NULL,
	`invoice_id` text NOT NULL,
	`advance_invoice_id` text NOT NULL,
	`net_cents` integer NOT NULL,
	`vat_rate_bp` integer NOT NULL,
	`vat_category` text NOT NULL,
	`vat_ground` text,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`advance_invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `invoice_advances_invoice` ON `invoice_advances` (`invoice_id`);--> statement-breakpoint
CREATE INDEX `invoice_advances_advance` ON `invoice_advances` (`advance_invoice_id`);--> statement-breakpoint
CREATE TABLE `invoice_settings` (
	`company_id` text PRIMARY KEY NOT NULL,
	`e_scheme` text,
	`e_address` text,
	`e_operator` text,
	`payment_term_days` integer,
	`late_interest_bp` integer,
	`complaint_days` integer,
	`note` text DEFAULT '' NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
ALTER TABLE `invoice_lines` ADD `unit_code` text;--> statement-breakpoint
ALTER TABLE `invoice_lines` ADD `item_number` text;--> statement-breakpoint
ALTER TABLE `invoice_lines` ADD `order_line` text;--> statement-breakpoint
ALTER TABLE `invoice_lines` ADD `period_start` text;--> statement-breakpoint
ALTER TABLE `invoice_lines` ADD `period_end` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `is_advance` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `invoices` ADD `buyer_reference` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `order_reference` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `contract_reference` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `project_reference` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `delivery_site` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `period_start` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `period_end` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `late_interest_bp` integer;--> statement-breakpoint
ALTER TABLE `invoices` ADD `complaint_days` integer;--> statement-breakpoint
CREATE INDEX `invoices_advances` ON `invoices` (`company_id`,`currency`,`id`) WHERE "invoices"."is_advance" = 1;--> statement-breakpoint
-- What stands on an issued invoice, or is computed into it, stays as it is.
CREATE TRIGGER invoices_immutable_content BEFORE UPDATE ON invoices
WHEN OLD.number IS NOT NULL AND (
  NEW.is_advance IS NOT OLD.is_advance OR NEW.buyer_reference IS NOT OLD.buyer_reference OR NEW.order_reference IS NOT OLD.order_reference
  OR NEW.contract_reference IS NOT OLD.contract_reference OR NEW.project_reference IS NOT OLD.project_reference
  OR NEW.delivery_site IS NOT OLD.delivery_site OR NEW.period_start IS NOT OLD.period_start OR NEW.period_end IS NOT OLD.period_end
  OR NEW.late_interest_bp IS NOT OLD.late_interest_bp OR NEW.complaint_days IS NOT OLD.complaint_days)
BEGIN SELECT RAISE(ABORT, 'invoice: an issued invoice is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER invoice_adjustments_immutable BEFORE UPDATE ON invoice_adjustments
BEGIN SELECT RAISE(ABORT, 'invoice: discounts and charges are immutable, and replaced while it is a draft'); END;
--> statement-breakpoint
CREATE TRIGGER invoice_adjustments_permanent BEFORE DELETE ON invoice_adjustments
WHEN (SELECT number FROM invoices WHERE id = OLD.invoice_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'invoice: an issued invoice is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER invoice_adjustments_closed BEFORE INSERT ON invoice_adjustments
WHEN NEW.amount_cents <= 0 OR (NEW.line_position IS NULL) <> (NEW.vat_category IS NOT NULL) OR (NEW.rate_bp IS NULL) <> (NEW.base_cents IS NULL)
  OR (SELECT number FROM invoices WHERE id = NEW.invoice_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'invoice: an issued invoice is immutable, and a discount or charge is above zero'); END;
--> statement-breakpoint
CREATE TRIGGER invoice_advances_immutable BEFORE UPDATE ON invoice_advances
BEGIN SELECT RAISE(ABORT, 'invoice: deductions are immutable, and replaced while it is a draft'); END;
--> statement-breakpoint
CREATE TRIGGER invoice_advances_permanent BEFORE DELETE ON invoice_advances
WHEN (SELECT number FROM invoices WHERE id = OLD.invoice_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'invoice: an issued invoice is immutable'); END;
--> statement-breakpoint
-- A draft deducts issued advances of its own seller, in its currency.
CREATE TRIGGER invoice_advances_closed BEFORE INSERT ON invoice_advances
WHEN NEW.net_cents <= 0 OR NOT EXISTS (SELECT 1 FROM invoices i JOIN invoices a ON a.id = NEW.advance_invoice_id
  WHERE i.id = NEW.invoice_id AND i.number IS NULL AND i.kind = 'invoice' AND i.is_advance = 0
    AND a.kind = 'invoice' AND a.is_advance = 1 AND a.number IS NOT NULL AND a.company_id = i.company_id AND a.currency = i.currency)
BEGIN SELECT RAISE(ABORT, 'invoice: a draft deducts issued advances of its seller'); END;
--> statement-breakpoint
-- What is deducted of an advance, together with what is credited of it, is never more than it was.
CREATE TRIGGER invoice_advances_once BEFORE UPDATE OF number ON invoices
WHEN OLD.number IS NULL AND NEW.number IS NOT NULL AND EXISTS (
  SELECT 1 FROM invoices a
  WHERE a.id IN (SELECT NEW.credited_invoice_id UNION SELECT advance_invoice_id FROM invoice_advances WHERE invoice_id = NEW.id)
    AND a.is_advance = 1 AND a.net_cents
      < (SELECT coalesce(sum(d.net_cents), 0) FROM invoice_advances d JOIN invoices i ON i.id = d.invoice_id
         WHERE d.advance_invoice_id = a.id AND (i.id = NEW.id OR (i.number IS NOT NULL AND i.status <> 'credited')))
      + (SELECT coalesce(sum(n.net_cents), 0) FROM invoices n
         WHERE n.credited_invoice_id = a.id AND (n.id = NEW.id OR n.number IS NOT NULL)))
BEGIN SELECT RAISE(ABORT, 'invoice: an advance is deducted once'); END;
