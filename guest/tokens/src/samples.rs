//! Texts with the number of tokens that two tokenizers find in them: o200k_base and cl100k_base.

/// A name, a text of numbered lines and its tokens by both tokenizers.
pub(super) type Sample = (&'static str, &'static str, [u64; 2]);

/// Source code.
pub(super) const CODE: [Sample; 4] = [
    (
        "rust",
        r##"1	/// Returns the longest common beginning of two paths.
2	pub fn common(left: &[String], right: &[String]) -> usize {
3	    let same = left.iter().zip(right).take_while(|(a, b)| a == b);
4	    same.count()
5	}
6	
7	#[test]
8	fn nothing_is_common_with_an_empty_path() {
9	    assert_eq!(common(&[], &["usr".to_owned()]), 0);
10	}
"##,
        [101, 100],
    ),
    (
        "python",
        r##"98	class Ledger:
99	    """Keeps what each account owes."""
100	
101	    def __init__(self, opening=None):
102	        self.balance = dict(opening or {})
103	
104	    def transfer(self, source, target, amount):
105	        if amount <= 0:
106	            raise ValueError(f"not a payment: {amount!r}")
107	        self.balance[source] -= amount
"##,
        [84, 83],
    ),
    (
        "ts",
        r##"1	import { readFile } from "node:fs/promises";
2	
3	export async function loadSettings(path: string): Promise<Settings> {
4	  const text = await readFile(path, "utf8");
5	  const { maxRetries = 3, timeoutMs = 2_500 } = JSON.parse(text);
6	  if (!Number.isInteger(maxRetries)) throw new TypeError("maxRetries");
7	  return { maxRetries, timeoutMs };
8	}
"##,
        [99, 100],
    ),
    (
        "go",
        r##"40	func (s *Server) handle(w http.ResponseWriter, r *http.Request) {
41		id, err := strconv.Atoi(r.URL.Query().Get("id"))
42		if err != nil {
43			http.Error(w, err.Error(), http.StatusBadRequest)
44			return
45		}
46		s.mu.Lock()
47		defer s.mu.Unlock()
48		fmt.Fprintf(w, "%d visits\n", s.visits[id])
49	}
"##,
        [96, 93],
    ),
];

/// Prose, data and logs.
pub(super) const OTHER: [Sample; 3] = [
    (
        "prose",
        r##"1	The harbour lies open to the north, and in winter the fishing boats are
2	pulled up on the shingle below the church. Nobody has counted them for
3	years. An old man who mends nets by the wall says there were forty when
4	he was a boy; today a child could name every one, and its owner, and
5	most of the quarrels between them.
"##,
        [87, 86],
    ),
    (
        "json",
        r##"1	{
2	  "name": "weather-station",
3	  "version": "2.14.0",
4	  "sensors": [
5	    { "id": 17, "kind": "temperature", "unit": "C", "enabled": true },
6	    { "id": 18, "kind": "humidity", "unit": "%", "enabled": false }
7	  ],
8	  "upload": { "url": "https://example.com/api/v2", "everySeconds": 300 }
9	}
"##,
        [114, 114],
    ),
    (
        "log",
        r##"1001	2024-03-05T07:11:02.481Z INFO  http: GET /orders/8841 from 10.4.0.17:52110
1002	2024-03-05T07:11:02.733Z WARN  pool: no idle connection, waiting (active=32 queued=5)
1003	2024-03-05T07:11:05.002Z ERROR http: GET /orders/8842 failed: i/o timeout after 2500 ms
1004	2024-03-05T07:11:05.117Z INFO  retry: attempt 2 of 3 for request 7f3a90c1
"##,
        [153, 153],
    ),
];

/// Chinese, Japanese and Korean.
pub(super) const CJK: [Sample; 4] = [
    (
        "zh",
        r##"1	这个工具读取文件，并把每一行加上行号。
2	如果文件太大，只显示前面的部分，
3	然后告诉你从哪里继续阅读。
"##,
        [38, 56],
    ),
    (
        "ja",
        r##"1	このツールはファイルを読み込み、各行に番号を付けます。
2	ファイルが大きすぎる場合は、最初の部分だけを表示し、
3	続きをどこから読めばよいかを知らせます。
"##,
        [59, 79],
    ),
    (
        "ko",
        r##"1	이 도구는 파일을 읽고 각 줄에 번호를 붙입니다.
2	파일이 너무 크면 앞부분만 보여 주고,
3	어디서부터 계속 읽어야 하는지 알려 줍니다.
"##,
        [49, 72],
    ),
    (
        "mixed",
        r##"1	// 读取配置文件，如果不存在就使用默认值
2	fn load(path: &Path) -> Config {
3	    // ファイルがない場合
4	    std::fs::read_to_string(path).map(parse).unwrap_or_default()
5	}
"##,
        [55, 63],
    ),
];
