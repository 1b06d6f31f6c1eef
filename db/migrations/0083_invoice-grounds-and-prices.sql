ALTER TABLE `invoice_lines` RENAME COLUMN `unit_price_cents` TO `unit_price_e4`;--> statement-breakpoint
ALTER TABLE `invoice_lines` ADD `vat_ground` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `rounding_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `invoices` ADD `euro_rate_e6` integer;--> statement-breakpoint
ALTER TABLE `invoices` ADD `euro_rate_date` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `euro_rate_source` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `text_version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- Prices were in cents. The trigger that keeps the lines of issued invoices as they are stands aside: their texts have version 1, which states
-- prices in cents and no ground. Until now every reverse charge was that of construction services.
DROP TRIGGER invoice_lines_immutable;--> statement-breakpoint
UPDATE invoice_lines SET unit_price_e4 = unit_price_e4 * 100;--> statement-breakpoint
UPDATE invoice_lines SET vat_ground = 'construction' WHERE vat_category = 'AE';--> statement-breakpoint
CREATE TRIGGER invoice_lines_immutable BEFORE UPDATE ON invoice_lines
WHEN (SELECT number FROM invoices WHERE id = OLD.invoice_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'invoice: an issued invoice is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER invoices_immutable_rate BEFORE UPDATE ON invoices
WHEN OLD.number IS NOT NULL AND (
  NEW.rounding_cents IS NOT OLD.rounding_cents OR NEW.euro_rate_e6 IS NOT OLD.euro_rate_e6 OR NEW.euro_rate_date IS NOT OLD.euro_rate_date
  OR NEW.euro_rate_source IS NOT OLD.euro_rate_source OR NEW.text_version IS NOT OLD.text_version)
BEGIN SELECT RAISE(ABORT, 'invoice: an issued invoice is immutable'); END;
--> statement-breakpoint
-- The invoice of a milestone is to the client of its contract, in its currency, and for no more than the milestone.
CREATE TRIGGER invoices_of_milestone_insert BEFORE INSERT ON invoices
WHEN NEW.milestone_id IS NOT NULL AND NEW.kind = 'invoice' AND NOT EXISTS (
  SELECT 1 FROM contract_milestones m JOIN contracts c ON c.id = m.contract_id JOIN companies k ON k.id = c.client_company_id
  WHERE m.id = NEW.milestone_id AND c.id IS NEW.contract_id AND c.provider_company_id = NEW.company_id
    AND c.client_company_id IS NEW.buyer_company_id AND c.currency = NEW.currency AND json_extract(NEW.buyer, '$.name') IS k.name
    AND NEW.net_cents <= m.net_cents)
BEGIN SELECT RAISE(ABORT, 'invoice: a milestone is invoiced as its contract says'); END;
--> statement-breakpoint
CREATE TRIGGER invoices_of_milestone_update BEFORE UPDATE OF milestone_id, contract_id, company_id, buyer_company_id, currency, buyer, net_cents ON invoices
WHEN NEW.milestone_id IS NOT NULL AND NEW.kind = 'invoice' AND OLD.number IS NULL AND NOT EXISTS (
  SELECT 1 FROM contract_milestones m JOIN contracts c ON c.id = m.contract_id JOIN companies k ON k.id = c.client_company_id
  WHERE m.id = NEW.milestone_id AND c.id IS NEW.contract_id AND c.provider_company_id = NEW.company_id
    AND c.client_company_id IS NEW.buyer_company_id AND c.currency = NEW.currency AND json_extract(NEW.buyer, '$.name') IS k.name
    AND NEW.net_cents <= m.net_cents)
BEGIN SELECT RAISE(ABORT, 'invoice: a milestone is invoiced as its contract says'); END;
--> statement-breakpoint
CREATE TRIGGER invoice_lines_of_milestone BEFORE INSERT ON invoice_lines
WHEN EXISTS (
  SELECT 1 FROM invoices i JOIN contract_milestones m ON m.id = i.milestone_id
  WHERE i.id = NEW.invoice_id AND i.kind = 'invoice' AND m.vat_category IS NOT NULL AND m.vat_category <> NEW.vat_category)
BEGIN SELECT RAISE(ABORT, 'invoice: a milestone is taxed as its contract says'); END;
