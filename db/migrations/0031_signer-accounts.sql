ALTER TABLE `contract_signatures` ADD `account_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `contract_signatures` ADD `account_email` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `contract_signatures` ADD `account_source` text DEFAULT 'later' NOT NULL;--> statement-breakpoint
ALTER TABLE `contract_signatures` ADD `name_reason` text;--> statement-breakpoint
-- Earlier signatures get the account as it is at this migration, which `account_source` says. They are immutable otherwise.
DROP TRIGGER contract_signatures_immutable;
--> statement-breakpoint
UPDATE contract_signatures SET
  account_name = (SELECT name FROM users WHERE id = contract_signatures.user_id),
  account_email = (SELECT email FROM users WHERE id = contract_signatures.user_id);
--> statement-breakpoint
CREATE TRIGGER contract_signatures_immutable BEFORE UPDATE ON contract_signatures
BEGIN SELECT RAISE(ABORT, 'contract: a signature is immutable'); END;
