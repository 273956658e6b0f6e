//! `readroom mcp` as clients use it: the real program, over standard input and output and over HTTP.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    unreachable_pub,
    reason = "tests"
)]

mod bad_input;
mod calls;
mod client;
#[path = "../common/mod.rs"]
mod common;
mod http;
mod project;
mod resources;
mod sdks;
mod tools;
mod web;

use libtest_mimic::{Arguments, Trial};
use std::process::ExitCode;

/// Trials of these functions, by their modules and names.
macro_rules! trials {
    ($($module:ident::$name:ident,)*) => {
        vec![$(Trial::test(concat!(stringify!($module), "::", stringify!($name)), || {
            $module::$name();
            Ok(())
        }),)*]
    };
}

fn main() -> ExitCode {
    let mut trials = trials![
        tools::they_are_presented_as_they_are,
        tools::structured_content_is_asked_for,
        tools::each_tool_shows_what_its_agent_would,
        tools::content_is_that_of_the_room,
        tools::pictures_and_documents_are_content_of_their_own,
        tools::errors_are_the_tools_own,
        tools::what_is_promised_holds_for_every_case,
        tools::what_is_promised_is_exact,
        resources::the_root_is_listed_page_by_page,
        resources::a_template_names_all_files,
        resources::files_are_text_or_bytes,
        resources::a_long_text_says_where_it_goes_on,
        resources::a_type_is_the_same_in_a_list_and_alone,
        resources::a_policy_holds,
        bad_input::what_is_no_message_is_told,
        bad_input::a_message_of_100_megabytes_takes_no_memory,
        bad_input::messages_of_many_values_take_no_memory,
        bad_input::before_the_session_begins_little_is_served,
        bad_input::a_root_that_disappears_is_told,
        bad_input::it_ends_when_its_client_does,
        bad_input::wrong_usage_is_told,
        bad_input::somebody_elses_component_is_served_as_far_as_it_goes,
        bad_input::a_component_without_the_tool_is_told,
        calls::sixty_four_run_and_the_next_is_told,
        calls::one_more_waits_for_a_place,
        calls::progress_is_told_to_who_asks,
        calls::two_requests_never_share_an_id,
        calls::a_client_that_goes_takes_its_calls_along,
        calls::what_was_asked_before_the_end_is_answered,
        calls::over_http_too,
        calls::a_call_has_its_time,
        calls::a_flood_is_answered,
        calls::who_waits_for_everything_is_still_heard,
        calls::large_answers_that_nobody_reads_take_little_memory,
        calls::who_does_not_read_is_not_heard,
        http::a_session_lasts_until_it_is_closed,
        http::other_hosts_and_sites_are_refused,
        http::a_token_is_asked_for_everywhere,
        http::other_machines_may_ask_with_a_token,
        http::messages_have_a_size_and_a_form,
        http::sessions_are_so_many,
        http::nobody_holds_a_connection_for_ever,
        http::who_only_listens_is_sent_away,
        http::many_are_served_at_once,
        sdks::python,
        sdks::javascript,
    ];
    #[cfg(unix)]
    trials.extend(trials![
        resources::a_page_may_end_with_anything,
        resources::nothing_else_is_read,
        calls::signals_end_them,
        bad_input::signals_end_it,
        http::signals_end_it,
    ]);
    #[cfg(target_os = "linux")]
    trials.extend(trials![calls::descriptors_do_not_run_out,]);
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
