//! The server as it is started from the command line.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
};

use crate::Folder;

/// A server, and the address that it printed first.
fn start(folder: &Folder, args: &[&str]) -> (Child, String) {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("acies"));
    command.args(args).current_dir(&folder.0).env("XDG_DATA_HOME", folder.path("home"));
    command.env("HOME", folder.path("home")).env("LOCALAPPDATA", folder.path("home"));
    let mut server = command.stdout(Stdio::piped()).spawn().expect("it can be started");
    let mut first = String::new();
    let stdout = server.stdout.as_mut().expect("it is piped");
    BufReader::new(stdout).read_line(&mut first).expect("it says where it listens");
    (server, first.trim().to_owned())
}

fn get(url: &str, path: &str) -> String {
    let address = url.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")
        .expect("it listens");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer
}

fn has_file(folder: &Path) -> bool {
    let mut entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.any(|entry| {
        entry.file_name() == "battles.sqlite" || entry.path().is_dir() && has_file(&entry.path())
    })
}

#[test]
fn without_a_command_the_browser_game_is_served() {
    let folder = Folder::new();
    let (mut server, url) = start(&folder, &[]);
    assert!(url.starts_with("http://127.0.0.1:"), "{url}");
    assert!(get(&url, "/api/rulesets").contains("\"virtus\""));
    assert!(has_file(&folder.path("home")), "the battles are kept under the home folder");
    server.kill().expect("it runs");
    server.wait().expect("it ends");
}

#[test]
#[cfg(unix)]
fn a_server_ends_in_order_when_it_is_told_to() {
    let folder = Folder::new();
    let (mut server, url) = start(&folder, &["serve", "--port", "0", "--data", "battles"]);
    assert!(get(&url, "/api/nothing").starts_with("HTTP/1.1 404"));
    assert!(has_file(&folder.path("battles")));
    let told = Command::new("kill").arg(server.id().to_string()).status().expect("kill is there");
    assert!(told.success());
    assert_eq!(server.wait().expect("it ends").code(), Some(0));
}

#[test]
fn two_servers_do_not_share_a_folder() {
    let folder = Folder::new();
    let args = ["serve", "--port", "0", "--data", "battles"];
    let (mut server, _) = start(&folder, &args);
    let shown = folder.run(&args, "");
    server.kill().expect("it runs");
    server.wait().expect("it ends");
    assert_eq!(
        shown,
        "exit code 2\n--- stderr\nerror: another server already uses the folder `battles`\n\
         hint: another folder: `--data DIR`\n"
    );
}
