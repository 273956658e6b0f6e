//! Prefixes of tokens that differ in nothing else.
//!
//! Those of services that state them, and those found in the rules of other programs. For some, no
//! page of the service was found to state the form.

/// Before 32 characters or more.
#[rustfmt::skip]
pub(crate) const LONG: &[&str] = &[
    "wandb_v1_", "napi_", "tgp_v1_", "crsr_", "nvapi-", "jina_", "phx_", "mdb_sa_sk_", "apify_api_",
    "csk-", "sgp_", "sgamp_", "slk_", "e2b_", "tfp_", "rnd_", "os_v2_app_", "os_v2_org_",
    "pdl_live_apikey_", "pdl_sdbx_apikey_", "polar_oat_", "polar_pat_", "ddp_", "ddo_", "ddw_",
    "nbp_", "sk-lf-", "sk-do-v1-", "xaat-", "xapt-", "ctx7sk-", "mlsn.", "EAACE", "sl.u.", "CFPAT-",
    "rpa_", "scp-live-", "apk_user_", "cog_", "key_", "m0-", "dbtc_", "dbtu_", "y0_Ag", "sktsec_",
    "sk-helicone-", "xau_", "sk-ws-01-", "pylf_v1_", "hcaik_", "hcxik_", "sk_car_", "signkey-prod-",
    "signkey-test-",
    "dvc_server_", "dvc_client_", "ovsxat_", "ovsxp_", "pina_", "waka_", "llx-", "depot_org_",
    "phs_", "fio-u-", "tk-us-", "zpka_", "ramp_sec_", "sindri_", "cal_live_", "p8e-", "ico-",
    "ls__", "shippo_live_", "shippo_test_", "rootly_", "s-s4t2ud-", "s-s4t2af-", "sl.B", "ctp_",
    "up:yeah:", "essu_", "QN_", "dnkey-", "BBDC-",
];

/// Before 20 characters or more.
#[rustfmt::skip]
pub(crate) const SHORT: &[&str] = &[
    "bb_live_", "ak_", "YCAJE", "aio_", "alcht_", "Mid-server-", "vtwn_", "sk_sbox_", "NRII-",
];

/// Before 16 characters or more.
#[rustfmt::skip]
pub(crate) const SHORTEST: &[&str] = &[
    "sm_pat_", "sm_aat_", "sm_sat_", "AVNS_", "endr+", "NRJS-",
];

/// Before the private parts of a key in JSON, or in XML as .NET has it.
#[rustfmt::skip]
pub(crate) const KEY_PARTS: &[&str] = &[
    "\"d\":\"", "\"d\": \"", "\"k\":\"", "\"k\": \"", "\"p\":\"", "\"p\": \"", "\"q\":\"",
    "\"q\": \"",
    "\"dp\":\"", "\"dp\": \"", "\"dq\":\"", "\"dq\": \"", "\"qi\":\"", "\"qi\": \"",
    "<D>", "<P>", "<Q>", "<DP>", "<DQ>", "<InverseQ>",
];
