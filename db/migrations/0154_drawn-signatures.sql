ALTER TABLE `contract_signatures` ADD `drawing` text;--> statement-breakpoint
ALTER TABLE `change_order_signatures` ADD `drawing` text;--> statement-breakpoint
ALTER TABLE `final_account_signatures` ADD `drawing` text;--> statement-breakpoint
ALTER TABLE `handover_signatures` ADD `drawing` text;