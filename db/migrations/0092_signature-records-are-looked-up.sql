CREATE INDEX `change_order_signatures_record` ON `change_order_signatures` (`record_hash`);--> statement-breakpoint
CREATE INDEX `final_account_signatures_record` ON `final_account_signatures` (`record_hash`);--> statement-breakpoint
CREATE INDEX `handover_signatures_record` ON `handover_signatures` (`record_hash`);